"""Forms in which graphs and data are given to others: GraphDef, protocol buffers, record files."""
