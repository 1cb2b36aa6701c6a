"""The lab's machine, its image, and what its checks share."""
