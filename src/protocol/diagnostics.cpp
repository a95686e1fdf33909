// protocol/diagnostics.cpp
//
// Findings as the diagnostics of the protocol: published to a client, pulled by it, and their edits as quick fixes.
#include <algorithm>

#include "protocol/request.h"
#include "protocol/server.h"
#include "protocol/writing.h"
#include "text/plain/json_writer.h"

namespace spoils::protocol {

using text::JsonWriter;

namespace {

int severity_of(Severity severity) { return severity == Severity::Error ? 1 : severity == Severity::Warning ? 2 : 3; }

}  // namespace

std::string finding_text(const Diagnostic& finding) {
  auto out = finding.message;
  const auto add = [&](std::string_view what, const std::string& text) {
    out += '\n';
    out += what;
    out += text;
  };
  if (!finding.labels.empty() && finding.labels.front().span == finding.span) { add("", finding.labels.front().text); }
  for (const auto& note : finding.notes) { add("note: ", note); }
  if (!finding.help.empty()) { add("help: ", finding.help); }
  return out;
}

// The findings about the pack of a file. Those in a used pack are those of its own project, if it is open.
std::vector<FileFindings> Server::shown_findings(const std::string& file) const {
  const auto pack = service_.pack_of(file);
  auto out = service_.findings(file);
  std::erase_if(out, [&](const FileFindings& one) {
    return documents_.count(one.file) > 0 && service_.pack_of(one.file) != pack;
  });
  return out;
}

void Server::publish(const std::string& file) {
  const auto pack = service_.pack_of(file);
  std::set<std::string> sent;
  for (const auto& one : shown_findings(file)) {
    sent.insert(one.file);
    if (!one.findings.empty() || published_.count(one.file) > 0 || documents_.count(one.file) > 0) {
      publish_file(one.file, &one);
    }
  }
  for (const auto& before : std::set<std::string>(published_)) {
    if (sent.count(before) == 0 && service_.pack_of(before) == pack) { publish_file(before, nullptr); }
  }
}

void Server::publish_file(const std::string& file, const FileFindings* findings) {
  std::string out;
  text::JsonWriter json(out);
  json.open('{').member("jsonrpc", "2.0").member("method", "textDocument/publishDiagnostics");
  json.key("params").open('{').member("uri", shown_uri(file));
  const auto document = documents_.find(file);
  if (document != documents_.end() && document->second.version) { json.member("version", *document->second.version); }
  json.key("diagnostics");
  write_findings(json, file, findings);
  json.close('}').close('}');
  const bool is_empty = findings == nullptr || findings->findings.empty();
  if (is_empty) {
    published_.erase(file);
  } else {
    published_.insert(file);
  }
  send_(out);
}

// A list of Diagnostic. Its `data` has the parts of the message and the edit, for clients that show them apart.
void Server::write_findings(JsonWriter& json, const std::string& file, const FileFindings* findings) {
  const Lines lines(text_of(file));
  std::map<std::string, Lines> others;
  json.open('[');
  for (const auto& [finding, label_files, edit_file] :
       findings == nullptr ? std::vector<FileFindings::Entry>() : findings->findings) {
    const bool is_here = finding.file == file;
    json.open('{').key("range");
    write_range(json, lines, is_here ? ByteRange{finding.span.begin, finding.span.end} : ByteRange{});
    json.member("severity", severity_of(finding.severity)).member("code", finding.code).member("source", "spoils");
    json.member("message", finding_text(finding));
    json.key("relatedInformation").open('[');
    for (std::size_t i = 0; i < finding.labels.size(); ++i) {
      const auto& label = finding.labels[i];
      if (label.span == finding.span || label_files[i].empty()) { continue; }
      const auto& other = others.try_emplace(label_files[i], text_of(label_files[i])).first->second;
      json.open('{').key("location").open('{').member("uri", shown_uri(label_files[i])).key("range");
      write_range(json, other, {label.span.begin, label.span.end});
      json.close('}').member("message", label.text).close('}');
    }
    json.close(']').key("data").open('{').member("message", finding.message).member("help", finding.help);
    if (finding.edit) {
      const auto& edit = *finding.edit;
      const auto& other = others.try_emplace(edit_file, text_of(edit_file)).first->second;
      json.key("edit").open('{').member("uri", shown_uri(edit_file)).key("range");
      write_range(json, other, {edit.span.begin, edit.span.end});
      json.member("newText", edit.replacement).close('}');
    }
    json.close('}').close('}');
  }
  json.close(']');
}

// The findings of a file, and those of other files of its pack.
std::string Server::diagnostics(const Request& request) {
  const auto& file = file_of(request);
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  if (!request.goes_on()) { return {}; }
  const auto found = shown_findings(file);
  const auto own = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.file == file; });
  std::string out;
  JsonWriter json(out);
  json.open('{').member("kind", "full").key("items");
  write_findings(json, file, own == found.end() ? nullptr : &*own);
  json.key("relatedDocuments").open('{');
  for (const auto& one : found) {
    if (one.file == file) { continue; }
    json.key(shown_uri(one.file)).open('{').member("kind", "full").key("items");
    write_findings(json, one.file, &one);
    json.close('}');
  }
  json.close('}').close('}');
  return out;
}

// The edits of findings in the range.
std::string Server::actions(const Request& request) {
  const auto& file = file_of(request);
  const auto& range = request.object(request.params(), "range");
  const auto begin = request.position(request.object(range, "start"));
  const auto end = request.position(request.object(range, "end"));
  if (request.failed()) { return {}; }
  static_cast<void>(service_.refresh(file));
  const Lines lines(text_of(file));
  const ByteRange wanted{lines.offset(begin), lines.offset(end)};
  std::string out;
  JsonWriter json(out);
  json.open('[');
  for (const auto& findings : service_.findings(file)) {
    if (findings.file != file) { continue; }
    for (const auto& [finding, label_files, edit_file] : findings.findings) {
      if (!finding.edit || finding.span.begin > wanted.end || finding.span.end < wanted.begin) { continue; }
      const auto& edit = *finding.edit;
      const FileEdit change{{edit_file, {edit.span.begin, edit.span.end}}, edit.replacement};
      json.open('{').member("title", finding.help.empty() ? "correct it" : finding.help).member("kind", "quickfix");
      json.member("isPreferred", true).key("edit").raw(edits({change}));
      json.key("diagnostics").open('[').open('{').key("range");
      write_range(json, lines, {finding.span.begin, finding.span.end});
      json.member("code", finding.code).member("source", "spoils").member("message", finding_text(finding));
      json.close('}').close(']').close('}');
    }
  }
  json.close(']');
  return out;
}

}  // namespace spoils::protocol
