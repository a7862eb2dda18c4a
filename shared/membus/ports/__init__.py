"""What the domain needs from the world, as Protocols; adapters implement them."""
