// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of the alias forest: a tree per storage, each ref on a line of its
// own, further in than what it is a view of; what is done through a ref stands
// behind it. Lines are as high as one font, so widths are the only thing to
// measure.

#include "picture.h"
#include "forest.h"
#include <string.h>

enum {
  WIDTH = 1080,
  MARGIN = 24,
  INDENT = 22,
  LINE = 26,
  PILL = 19,
  NOTE_LENGTH = 128
};

/// Of a character of 12 pixels in the fonts that are asked for.
static const double character_width = 7.3;

typedef struct drawing_t {
  text_t body;
  double y;
} drawing_t;

static void append_escaped(text_t *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; ++i)
    switch (text[i]) {
    case '<':
      text_printf(out, "&lt;");
      break;
    case '>':
      text_printf(out, "&gt;");
      break;
    case '&':
      text_printf(out, "&amp;");
      break;
    case '"':
      text_printf(out, "&quot;");
      break;
    default:
      text_append(out, text + i, 1);
    }
}

/// Characters, where a byte that goes on with one counts for nothing.
static size_t count_characters(const char *text) {
  size_t count = 0;
  for (; *text; ++text)
    count += ((unsigned char)*text & 0xc0) != 0x80;
  return count;
}

static double draw_text(drawing_t *drawing, double x, const char *class,
                        const char *text) {
  text_printf(&drawing->body, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">",
              class, x, drawing->y + 14);
  append_escaped(&drawing->body, text, strlen(text));
  text_printf(&drawing->body, "</text>\n");
  return x + (double)count_characters(text) * character_width;
}

static const char *class_of(const ref_use_t *use) {
  if (use->kind != USE_WRITE)
    return use->kind == USE_READ ? "read" : "other";
  return use->fate == FATE_FUNCTIONAL   ? "functional"
         : use->fate == FATE_IMPERATIVE ? "imperative"
                                        : "both";
}

/// "write 22 → version 1", "read 19".
static void describe_use(const ref_use_t *use, text_t *text) {
  text_printf(text, "%s", use->op);
  if (use->line)
    text_printf(text, " %lld", (long long)use->line);
  if (use->version)
    text_printf(text, " \xe2\x86\x92 v%lld", (long long)use->version);
  if (use->fate == FATE_IMPERATIVE)
    text_printf(text, " stays");
  if (use->fate == FATE_BOTH)
    text_printf(text, " or stays");
}

/// What is done through a ref, each in a box; goes on in another line where
/// there is no room. Returns where the next one would be.
static double draw_uses(drawing_t *drawing, double x, double left,
                        const ref_use_t *use) {
  for (; use; use = use->next) {
    text_t text = {0};
    describe_use(use, &text);
    double width = (double)count_characters(text.text) * character_width + 14;
    if (x + width > WIDTH - MARGIN) {
      x = left;
      drawing->y += LINE;
    }
    text_printf(&drawing->body,
                "<g class=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                "height=\"%d\" rx=\"9\"/>",
                class_of(use), x, drawing->y, width, PILL);
    draw_text(drawing, x + 7, "pill", text.text);
    text_printf(&drawing->body, "</g>\n");
    text_free(&text);
    x += width + 6;
  }
  return x;
}

/// Why what is done through a ref stays; each reason once.
static void draw_notes(drawing_t *drawing, double left, const ref_use_t *uses) {
  for (const ref_use_t *use = uses; use; use = use->next) {
    bool said = !use->note || !use->note[0];
    for (const ref_use_t *before = uses; before != use; before = before->next)
      said |= before->note && use->note && strcmp(before->note, use->note) == 0;
    if (said)
      continue;
    const char *rest = use->note;
    while (*rest) {
      size_t length = strlen(rest);
      if (length > NOTE_LENGTH) {
        length = NOTE_LENGTH;
        while (length > 1 && rest[length] != ' ')
          --length;
      }
      text_t line = {0};
      text_append(&line, rest, length);
      drawing->y += LINE - 6;
      draw_text(drawing, left, "note", line.text);
      text_free(&line);
      rest += length;
      rest += *rest == ' ';
    }
  }
}

/// A ref and the views of it. `parent_y` is where the line from its source
/// begins.
static void draw_node(drawing_t *drawing, const ref_node_t *node,
                      double parent_y) {
  double left = 2 * MARGIN + (double)node->depth * INDENT, y = drawing->y;
  if (node->parent)
    text_printf(
        &drawing->body, "<path class=\"edge\" d=\"M%.1f %.1f V%.1f H%.1f\"/>\n",
        left - INDENT + 5, parent_y + LINE - 6, y + LINE / 2 - 3, left - 4);
  double x =
      draw_text(drawing, left, node->parent ? "view" : "root", node->label);
  if (!node->parent && node->line) {
    char line[64];
    snprintf(line, sizeof line, "line %lld", (long long)node->line);
    x = draw_text(drawing, x + 8, "type", line);
  }
  x = draw_text(drawing, x + 8, "type", node->type);
  if (node->versions) {
    char versions[64];
    snprintf(versions, sizeof versions, "%lld version%s",
             (long long)node->versions, node->versions == 1 ? "" : "s");
    x = draw_text(drawing, x + 8, "versions", versions);
  }
  draw_uses(drawing, x + 12, left + INDENT, node->uses);
  draw_notes(drawing, left + INDENT, node->uses);
  drawing->y += LINE;
  for (const ref_node_t *child = node->first_child; child;
       child = child->next_sibling)
    draw_node(drawing, child, y);
}

/// A frame around a storage and everything that names part of it.
static void draw_root(drawing_t *drawing, const ref_node_t *root) {
  double top = drawing->y;
  text_t body = drawing->body;
  drawing->body = (text_t){0};
  drawing->y += 10;
  draw_node(drawing, root, drawing->y);
  drawing->y += 2;
  text_printf(&body,
              "<rect class=\"storage\" x=\"%d\" y=\"%.1f\" width=\"%d\" "
              "height=\"%.1f\" rx=\"8\"/>\n",
              MARGIN, top, WIDTH - 2 * MARGIN, drawing->y - top);
  text_append(&body, drawing->body.text, drawing->body.length);
  text_free(&drawing->body);
  drawing->body = body;
  drawing->y += 12;
}

static void draw_function(drawing_t *drawing, const forest_t *forest) {
  draw_text(drawing, MARGIN, "function", forest->function);
  drawing->y += LINE + 4;
  if (!forest->first_root) {
    draw_text(drawing, MARGIN, "type", "has no storages");
    drawing->y += LINE;
  }
  for (const ref_node_t *root = forest->first_root; root;
       root = root->next_root)
    draw_root(drawing, root);
  drawing->y += 16;
}

static void draw_legend(drawing_t *drawing) {
  char read[] = "read", other[] = "another use", mutation[] = "mutation";
  const ref_use_t kinds[] = {
      {.kind = USE_READ, .op = read},
      {.kind = USE_OTHER, .op = other},
      {.kind = USE_WRITE,
       .op = mutation,
       .version = 1,
       .fate = FATE_FUNCTIONAL},
      {.kind = USE_WRITE, .op = mutation, .fate = FATE_IMPERATIVE}};
  double x = MARGIN;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    x = draw_uses(drawing, x, MARGIN, &kinds[i]) + 10;
  }
  draw_text(drawing, x + 10, "type",
            "numbers are lines of the source; vN is version N of the storage");
  drawing->y += LINE;
}

static const char style[] =
    ".tssa text{font:12px 'DejaVu Sans Mono',Menlo,Consolas,monospace;"
    "fill:#24292f}\n"
    ".tssa .function{font-size:16px;font-weight:bold}\n"
    ".tssa .root{font-weight:bold}\n"
    ".tssa .type{fill:#6e7781}\n"
    ".tssa .versions{fill:#1a7f37}\n"
    ".tssa .note{fill:#a40e26}\n"
    ".tssa .edge{fill:none;stroke:#afb8c1;stroke-width:1.2}\n"
    ".tssa .storage{fill:#ffffff;stroke:#d0d7de}\n"
    ".tssa .read rect{fill:#eaeef2;stroke:#d0d7de}\n"
    ".tssa .other rect{fill:#ffffff;stroke:#d0d7de}\n"
    ".tssa .functional rect{fill:#dafbe1;stroke:#4ac26b}\n"
    ".tssa .imperative rect{fill:#ffebe9;stroke:#ff8182}\n"
    ".tssa .both rect{fill:#fff8c5;stroke:#d4a72c}\n";

static void draw_program(const program_t *program, const report_t *report,
                         drawing_t *drawing) {
  drawing->y = 16;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirModuleGetBody(program->module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    if (!mlirStringRefEqual(name,
                            mlirStringRefCreateFromCString("func.func")) ||
        mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      continue;
    forest_t forest = forest_create(op, report);
    draw_function(drawing, &forest);
    forest_destroy(&forest);
  }
  draw_legend(drawing);
}

void picture_write_svg(const program_t *program, const report_t *report,
                       const char *file, FILE *stream) {
  drawing_t drawing = {{0}, 0};
  draw_program(program, report, &drawing);
  text_t title = {0};
  append_escaped(&title, file, strlen(file));
  fprintf(
      stream,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tssa\" "
      "width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n"
      "<title>Storages of %s</title>\n<style>\n%s</style>\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"#f6f8fa\"/>\n%s</svg>\n",
      WIDTH, drawing.y + MARGIN, WIDTH, drawing.y + MARGIN,
      title.text ? title.text : "", style,
      drawing.body.text ? drawing.body.text : "");
  text_free(&title);
  text_free(&drawing.body);
}

static void write_cell(FILE *stream, const char *text) {
  text_t escaped = {0};
  append_escaped(&escaped, text, strlen(text));
  fprintf(stream, "<td>%s</td>", escaped.text ? escaped.text : "");
  text_free(&escaped);
}

void picture_write_html(const program_t *program, const report_t *report,
                        const char *file, FILE *stream) {
  size_t functional = 0, mutations = 0;
  for (size_t i = 0; i < report->count; ++i) {
    mutations += report_is_mutation(&report->lines[i]);
    functional += strcmp(report->lines[i].outcome, "functional") == 0;
  }
  text_t title = {0};
  append_escaped(&title, file, strlen(file));
  fprintf(stream,
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
          "charset=\"utf-8\">\n<title>Mutations of %s</title>\n<style>\n"
          "body{font:14px sans-serif;color:#24292f;max-width:%dpx;margin:2em "
          "auto;padding:0 1em}\n"
          "table{border-collapse:collapse;width:100%%;margin-bottom:2em}\n"
          "th,td{text-align:left;vertical-align:top;padding:4px 10px;"
          "border-bottom:1px solid #d0d7de}\n"
          "td{font:12px monospace;overflow-wrap:anywhere}\n"
          "td:nth-child(1),td:nth-child(3){white-space:nowrap}\n"
          "tr.functional td:first-child{border-left:4px solid #4ac26b}\n"
          "tr.imperative td:first-child{border-left:4px solid #ff8182}\n"
          "tr.cause td:first-child{border-left:4px solid #d4a72c}\n"
          "</style>\n</head>\n<body>\n<h1>Mutations of %s</h1>\n"
          "<p>%zu mutation%s: %zu functional, %zu imperative.</p>\n"
          "<table>\n<tr><th>where</th><th>function</th><th>op</th>"
          "<th>storage</th><th>part</th><th>became</th></tr>\n",
          title.text ? title.text : "", WIDTH, title.text ? title.text : "",
          mutations, mutations == 1 ? "" : "s", functional,
          mutations - functional);
  text_free(&title);
  for (size_t i = 0; i < report->count; ++i) {
    const report_line_t *line = &report->lines[i];
    const char *slash = strrchr(line->location, '/');
    fprintf(stream, "<tr class=\"%s\">", line->outcome);
    write_cell(stream, slash ? slash + 1 : line->location);
    write_cell(stream, line->function);
    write_cell(stream, line->op);
    write_cell(stream, line->root);
    write_cell(stream, line->path);
    write_cell(stream, line->note);
    fprintf(stream, "</tr>\n");
  }
  fprintf(stream, "</table>\n");
  picture_write_svg(program, report, file, stream);
  fprintf(stream, "</body>\n</html>\n");
}
