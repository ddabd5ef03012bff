// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explanations as pictures: the alias forests of a program as SVG, and a page
// of HTML with it and every mutation.

#ifndef TENSORSSA_TOOLS_TSSA_PICTURE_H
#define TENSORSSA_TOOLS_TSSA_PICTURE_H

#include "report.h"

/// Writes the forests of all functions with a body to `stream`.
void picture_write_svg(const program_t *program, const report_t *report,
                       const char *file, FILE *stream);

/// Writes a page that stands alone.
void picture_write_html(const program_t *program, const report_t *report,
                        const char *file, FILE *stream);

#endif // TENSORSSA_TOOLS_TSSA_PICTURE_H
