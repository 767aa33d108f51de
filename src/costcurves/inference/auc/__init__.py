"""How sure areas under ROC curves are."""
