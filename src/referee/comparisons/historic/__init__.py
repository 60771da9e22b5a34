"""What the older papers did and later work showed unsound: runnable by name, never a default."""
