// text/report.cpp
//
// Makes findings from codes.def, counts repeated ones at the first, and sorts them by place.
#include "text/report.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "text/plain/nearest.h"

namespace spoils::text {
namespace {

struct CodeEntry {
  std::string_view number;
  std::string_view headline;
};

constexpr auto kCodes = std::to_array<CodeEntry>({
#define SPOILS_CODE(number, name, headline) {number, headline},
#include "text/codes.def"
#undef SPOILS_CODE
});

Severity severity_of(std::string_view number) {
  switch (number.front()) {
    case 'W': return Severity::Warning;
    case 'N': return Severity::Note;
    default: return Severity::Error;
  }
}

// Blanks at the ends of a replacement matter to the edit, but look odd between backticks.
std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) { return {}; }
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool before(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.span.source, a.span.begin, a.span.end, a.code) <
         std::tie(b.span.source, b.span.begin, b.span.end, b.code);
}

}  // namespace

std::string_view code_number(Code code) { return kCodes[static_cast<std::size_t>(code)].number; }

std::string_view code_headline(Code code) { return kCodes[static_cast<std::size_t>(code)].headline; }

std::vector<Code> all_codes() {
  return {
#define SPOILS_CODE(number, name, headline) Code::name,
#include "text/codes.def"
#undef SPOILS_CODE
  };
}

Finding& Finding::label(Span span, std::string text) {
  const Label added{span, std::move(text)};
  // The culprit's own label leads, whenever the finder says it.
  const bool leads = span == diagnostic_->span && (diagnostic_->labels.empty() || diagnostic_->labels[0].span != span);
  diagnostic_->labels.insert(leads ? diagnostic_->labels.begin() : diagnostic_->labels.end(), added);
  return *this;
}

Finding& Finding::note(std::string text) {
  diagnostic_->notes.push_back(std::move(text));
  return *this;
}

Finding& Finding::help(std::string text) {
  diagnostic_->help = std::move(text);
  diagnostic_->edit.reset();
  return *this;
}

Finding& Finding::help(Edit edit, std::string_view why) {
  const auto shown = trimmed(edit.replacement);
  diagnostic_->help = shown.empty() ? "remove it" : fmt::format("write `{}`", shown);
  if (!why.empty()) { diagnostic_->help.append(" ").append(why); }
  diagnostic_->edit = std::move(edit);
  return *this;
}

Finding Report::file(Code code, Span span, std::string message) {
  const auto number = code_number(code);
  const Key key{span.source, span.begin, span.end, code};
  const bool repeated = kept_.count(key) > 0;
  const auto severity = severity_of(number);
  const bool left_out = severity == Severity::Warning && left_out_.count(span.source) > 0;
  auto& filed = severity == Severity::Error ? errors_ : others_;
  const bool kept = !repeated && !left_out && filed < kMaxKept;
  if (!repeated && !left_out) { ++filed; }
  if (kept) { kept_.insert(key); }
  auto& diagnostic = kept ? diagnostics_.emplace_back() : dropped_;
  diagnostic = Diagnostic{};
  diagnostic.severity = severity;
  diagnostic.code = number;
  diagnostic.message = std::move(message);
  diagnostic.span = span;
  if (kept && span.source < sources_->size()) {
    const auto& source = (*sources_)[span.source];
    diagnostic.file = source.name();
    diagnostic.location = source.locate(span.begin);
  }
  return Finding(diagnostic);
}

Finding Report::count(Code code, Span span) {
  const auto severity = severity_of(code_number(code));
  const bool left_out = severity == Severity::Warning && left_out_.count(span.source) > 0;
  if (!left_out) { ++(severity == Severity::Error ? errors_ : others_); }
  dropped_ = Diagnostic{};
  return Finding(dropped_);
}

Report Report::silent() const {
  Report out(*sources_);
  out.left_out_ = left_out_;
  out.errors_ = errors_;
  out.others_ = others_;
  out.is_silent_ = true;
  return out;
}

std::optional<std::string_view> Report::nearest(std::string_view word, std::span<const std::string_view> known) {
  if (!suggests()) { return std::nullopt; }
  const std::uint64_t letters = std::min<std::size_t>(word.size(), 64) + 1;
  const auto cost = known.size() * letters * letters;
  if (cost > comparisons_left_) {
    comparisons_left_ = 0;  // so that no caller makes a list of names in vain again
    return std::nullopt;
  }
  comparisons_left_ -= cost;
  return text::nearest(word, known);
}

std::string Report::written_at(Span place) const {
  constexpr std::size_t kMaxCompared = 200;
  if (is_silent_) { return {}; }
  const auto text = sources_->text(place);
  return text.size() <= kMaxCompared ? std::string(text) : fmt::format("{} {}", place.source, place.begin);
}

void Report::again(Code code, Span first, Span place) {
  if (is_silent_) { return; }
  constexpr std::size_t kMaxMarked = 5;  // places beside the first; more would hide what the finding says
  for (auto i = diagnostics_.size(); i-- > 0;) {
    auto& diagnostic = diagnostics_[i];
    if (diagnostic.span != first || diagnostic.code != code_number(code)) { continue; }
    if (diagnostic.labels.size() < kMaxMarked) {
      diagnostic.labels.push_back({place, "and here"});
    } else {
      ++further_[i];
    }
    return;
  }
}

std::vector<Diagnostic> Report::sorted() const {
  std::vector<Diagnostic> sorted(diagnostics_.begin(), diagnostics_.end());
  for (const auto& [number, places] : further_) {
    sorted[number].notes.push_back(fmt::format("and at {} more place{}", places, places == 1 ? "" : "s"));
  }
  std::stable_sort(sorted.begin(), sorted.end(), before);
  return sorted;
}

}  // namespace spoils::text
