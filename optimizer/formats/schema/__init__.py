"""The JSON Schemas of documents, from the tables that read them."""
