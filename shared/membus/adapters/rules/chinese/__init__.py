"""What Chinese says, one file per kind of fact."""
