"""What everything stands on: users' arrays, sorting, labels, documents, tables, numbers in words."""
