// tests/capi/json.h
//
// A reader of JSON for the tests in C, with as much as the conformance suite needs: objects, lists and texts; it passes
// over numbers. It trusts its input, and stops the program otherwise.
#ifndef SPOILS_TESTS_JSON_H
#define SPOILS_TESTS_JSON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct json {
  char kind;           // '{', '[' or '"'
  char* key;           // of a member of an object
  char* text;          // of a text
  size_t size;         // of a text
  struct json* first;  // of the members
  struct json* next;   // member of the same list or object
} json;

static void* json_memory(size_t size) {
  void* const out = calloc(1, size);
  if (out == NULL) { exit(2); }
  return out;
}

static const char* json_blank(const char* at) {
  while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') { ++at; }
  return at;
}

static const char* json_fail(const char* at) {
  fprintf(stderr, "not as JSON is read here: %.40s\n", at);
  exit(2);
}

static size_t json_utf8(unsigned code, char* out) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xC0 | code >> 6);
    out[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  out[0] = (char)(0xE0 | code >> 12);
  out[1] = (char)(0x80 | (code >> 6 & 0x3F));
  out[2] = (char)(0x80 | (code & 0x3F));
  return 3;
}

static const char* json_text(const char* at, char** text, size_t* size) {
  if (*at != '"') { json_fail(at); }
  const char* const end = strchr(at, '\0');
  char* const out = json_memory((size_t)(end - at) + 1);
  size_t used = 0;
  for (++at; *at != '"'; ++at) {
    if (*at == '\0') { json_fail(at); }
    if (*at != '\\') {
      out[used++] = *at;
      continue;
    }
    switch (*++at) {
      case 'n': out[used++] = '\n'; break;
      case 't': out[used++] = '\t'; break;
      case 'r': out[used++] = '\r'; break;
      case 'b': out[used++] = '\b'; break;
      case 'f': out[used++] = '\f'; break;
      case 'u': {
        char digits[5] = {0};
        memcpy(digits, at + 1, 4);
        used += json_utf8((unsigned)strtoul(digits, NULL, 16), out + used);
        at += 4;
        break;
      }
      default: out[used++] = *at; break;
    }
  }
  *text = realloc(out, used + 1);
  if (*text == NULL) { exit(2); }
  if (size != NULL) { *size = used; }
  return at + 1;
}

static const char* json_value(const char* at, json* out) {
  at = json_blank(at);
  out->kind = *at;
  if (*at == '"') { return json_text(at, &out->text, &out->size); }
  if (*at >= '0' && *at <= '9') {  // the version of the suite, which has no use here
    while (*at >= '0' && *at <= '9') { ++at; }
    return at;
  }
  if (*at != '{' && *at != '[') { json_fail(at); }
  const char close = *at == '{' ? '}' : ']';
  json** last = &out->first;
  at = json_blank(at + 1);
  while (*at != close) {
    json* const member = json_memory(sizeof(json));
    *last = member;
    last = &member->next;
    if (close == '}') {
      at = json_blank(json_text(at, &member->key, NULL));
      if (*at++ != ':') { json_fail(at); }
    }
    at = json_blank(json_value(at, member));
    if (*at == ',') { at = json_blank(at + 1); }
  }
  return at + 1;
}

static void json_free(json* node) {
  while (node->first != NULL) {
    json* const next = node->first->next;
    json_free(node->first);
    free(node->first);
    node->first = next;
  }
  free(node->key);
  free(node->text);
}

static const json* json_at(const json* object, const char* key) {
  for (const json* member = object->first; member != NULL; member = member->next) {
    if (strcmp(member->key, key) == 0) { return member; }
  }
  return NULL;
}

static size_t json_count(const json* list) {
  size_t count = 0;
  for (const json* member = list == NULL ? NULL : list->first; member != NULL; member = member->next) { ++count; }
  return count;
}

static const char* json_string(const json* object, const char* key) {
  const json* const found = json_at(object, key);
  return found == NULL ? "" : found->text;
}

#endif
