"""Which agents may see what one of them said or stored. Whose memory it is, a scope says."""


def is_seen(visibility: str, of_agent: str | None, by_agent: str | None) -> bool:
    """Whether what belongs to one agent is for another, or for nobody in particular, to see."""
    return visibility == "shared" or (by_agent is not None and by_agent == of_agent)
