"""What English says, one file per kind of fact."""
