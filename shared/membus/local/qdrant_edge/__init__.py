"""A loopback server of ours over Qdrant's own engine (Edge), so that all processes share it.

It speaks the part of Qdrant's REST interface that the vector index uses, and refuses the rest by
name. Searches scan the plain index, and segments are never optimised into HNSW: three searches in
one request, within one owner of a hundred, take 1.6 ms at 10,000 points and 2.5 ms at 50,000; over
all points 15 ms and 160 ms. A collection that outgrows this belongs on a Qdrant server.
"""
