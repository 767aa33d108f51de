"""What a newcomer does: train three models, write their scores, and try every command."""
