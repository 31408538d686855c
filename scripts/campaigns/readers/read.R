# Reads a CSV file, and prints each value with its kind: name, kind, text.
table <- read.csv(commandArgs(trailingOnly = TRUE)[1], encoding = "UTF-8", check.names = FALSE)
for (name in names(table)) for (at in seq_len(nrow(table))) {
  value <- table[[name]][at]
  kind <- if (is.logical(value)) "boolean" else if (is.integer(value)) "integer" else if (is.numeric(value)) "float" else "text"
  text <- if (is.na(value)) "" else if (is.numeric(value)) sprintf("%.17g", value) else if (is.logical(value)) tolower(value) else as.character(value)
  cat(name, if (is.na(value)) "missing" else kind, paste(charToRaw(enc2utf8(text)), collapse = ""), sep = "\t")
  cat("\n")
}
