#!/usr/bin/env bash
# R's readr 2.1.4 (vroom 1.6.1) reads numbers in text by arithmetic of its own: of floats written with 17 digits, which identify a double,
# about half come back as a neighbour, and 5e-324 as 4.9e-291, without a warning. data.table's fread and R's read.csv have each exactly.
# Numbers of few digits, such as 21.53, are right.
#
# Seen on 2026-11-29 with R 4.2.2 of Debian 12 (r-cran-readr, r-cran-vroom, r-cran-data.table), which it needs. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >show.R <<'R'
suppressMessages({ library(readr); library(data.table) })
set.seed(1)
values <- c(exp(runif(10000, -600, 600)), 5e-324)
texts <- sprintf("%.17g", values)
writeLines(c("v", texts), "v.csv")
stopifnot(as.numeric(texts) == values)
read <- list(readr = suppressWarnings(read_csv("v.csv", show_col_types = FALSE))$v, fread = fread("v.csv")$v, read.csv = read.csv("v.csv")$v)
for (name in names(read)) cat(name, if (all(read[[name]] == values)) "has all" else if (mean(read[[name]] == values) < 0.7) "has half", sprintf("%.1e", tail(read[[name]], 1)), "\n")
short <- sprintf("%.2f", (0:99999) / 100)
writeLines(c("v", short), "v.csv")
cat("of two decimals:", if (all(read_csv("v.csv", show_col_types = FALSE)$v == as.numeric(short))) "has all", "\n")
R
Rscript show.R | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
readr has half 4.9e-291 
fread has all 4.9e-324 
read.csv has all 4.9e-324 
of two decimals: has all 
END
