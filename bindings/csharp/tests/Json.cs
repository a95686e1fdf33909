// A reader of JSON for the tests, with as much as the conformance suite needs: objects as dictionaries, lists, texts;
// numbers as texts.
using System;
using System.Collections.Generic;
using System.Text;

internal sealed class Json {
  private readonly string text;
  private int at;

  private Json(string text) { this.text = text; }

  internal static object Parse(string text) { return new Json(text).Value(); }

  private void Blank() {
    while (at < text.Length && char.IsWhiteSpace(text[at])) { ++at; }
  }

  private bool Next(char mark) {
    Blank();
    if (text[at] != mark) { return false; }
    ++at;
    Blank();
    return true;
  }

  private object Value() {
    if (Next('{')) {
      var members = new Dictionary<string, object>();
      while (!Next('}')) {
        var key = Text();
        if (!Next(':')) { throw new FormatException("no colon"); }
        members.Add(key, Value());
        Next(',');
      }
      return members;
    }
    if (Next('[')) {
      var members = new List<object>();
      while (!Next(']')) {
        members.Add(Value());
        Next(',');
      }
      return members;
    }
    if (text[at] == '"') { return Text(); }
    var begin = at;
    while (at < text.Length && ",]} \r\n\t".IndexOf(text[at]) < 0) { ++at; }
    return text.Substring(begin, at - begin);
  }

  private string Text() {
    var made = new StringBuilder();
    for (++at; text[at] != '"'; ++at) {
      if (text[at] != '\\') {
        made.Append(text[at]);
        continue;
      }
      switch (text[++at]) {
        case 'n': made.Append('\n'); break;
        case 't': made.Append('\t'); break;
        case 'r': made.Append('\r'); break;
        case 'b': made.Append('\b'); break;
        case 'f': made.Append('\f'); break;
        case 'u':
          made.Append((char)Convert.ToInt32(text.Substring(at + 1, 4), 16));
          at += 4;
          break;
        default: made.Append(text[at]); break;
      }
    }
    ++at;
    Blank();
    return made.ToString();
  }
}
