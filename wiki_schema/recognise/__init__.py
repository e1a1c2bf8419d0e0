"""What kind of wiki somebody keeps: texts in, values out. One module for each question."""
