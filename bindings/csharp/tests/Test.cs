// The tests of Spoils.cs: the conformance suite (docs/embedding.md), then bad input. Usage: Test.exe CONFORMANCE
// debug|other
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading;
using Spoils;
using Members = System.Collections.Generic.Dictionary<string, object>;

internal static class Test {
  private const string Chest = @"pack chest ""The chest"" 1.0
input depth: 1..9 = 1
state opened: 0..9 = 0
field gems: list of symbol
field has: map of gem to int
rule find {
  kind = pick gem; opened = min(9, opened + 1); gems += [pick gem]; has[kind] += depth
  weight = 7 / 2; heavy = depth > 5
}
table gem { 2 ruby; 1 opal }
";
  private const string Endless = @"pack endless ""Endless"" 1.0
rule find { kind = coin; a = d10000; b = d10000; c = d10000; d = d10000; sum = a * b + c * d }
";

  private static int wrong;

  private static void Check(bool condition, string what) {
    if (condition) { return; }
    ++wrong;
    Console.WriteLine("not so: " + what);
  }

  private static void Fails(Code code, Action call, string what) {
    try {
      call();
      Check(false, what + " should fail");
    } catch (SpoilsException error) {
      Check(error.Code == code && error.Message != "", what + ": " + error.Code + ", " + error.Message);
    }
  }

  private static void Throws<Expected>(Action call, string what) where Expected : Exception {
    try {
      call();
      Check(false, what + " should throw");
    } catch (Expected) {
    }
  }

  // ---- Conformance ----

  private static string Text(Members of, string name) {
    object found;
    return of.TryGetValue(name, out found) ? (string)found : "";
  }

  private static ulong Number(Members of, string name) {
    var text = Text(of, name);
    if (text == "") { return 0; }
    return text.StartsWith("0x") ? Convert.ToUInt64(text, 16) : ulong.Parse(text);
  }

  private static IEnumerable<KeyValuePair<string, string>> Pairs(Members of, string name) {
    object found;
    if (!of.TryGetValue(name, out found)) { yield break; }
    foreach (var pair in (Members)found) {
      yield return new KeyValuePair<string, string>(pair.Key, (string)pair.Value);
    }
  }

  private static string Plain(Value value) {
    switch (value.Kind) {
      case Kind.Integer:
      case Kind.Flag: return value.Number.ToString();
      case Kind.Number: return value.Number + "/" + value.Denominator;
      case Kind.Symbol:
      case Kind.Text: return value.Text;
      case Kind.List: return "[" + string.Join(",", value.Members.Select(Plain)) + "]";
      default: return "{" + string.Join(",", value.Members.Zip(value.Amounts, (key, n) => Plain(key) + ":" + n)) + "}";
    }
  }

  private static string Lines(Pack pack, Things things) {
    var made = new StringBuilder();
    foreach (var thing in things) {
      made.Append(thing.Name + "|" + thing.Rule + "|" + thing.Holder);
      for (var field = 0; field < pack.Fields.Count; ++field) {
        var value = thing.Field(field);
        if (value.IsSet) { made.Append("|" + pack.Fields[field] + "=" + Plain(value)); }
      }
      made.Append("\n");
    }
    return made.ToString();
  }

  private static string Lines(Pack pack, Batch batch) {
    var made = new StringBuilder();
    var indices = batch.Indices();
    var holders = batch.Holders();
    var rules = batch.Rules();
    var names = batch.Names();
    var columns = Enumerable.Range(0, pack.Fields.Count).Select(column => batch[column]).ToArray();
    for (var thing = 0; thing < batch.Count; ++thing) {
      made.Append(indices[thing] + "|" + holders[thing] + "|" + rules[thing] + "|" + names[thing]);
      for (var field = 0; field < columns.Length; ++field) {
        var kind = columns[field].Kinds[thing];
        var number = columns[field].Numbers[thing];
        if (kind == Kind.Unset) { continue; }
        made.Append("|" + pack.Fields[field] + "=");
        made.Append(kind >= Kind.Symbol ? batch.Texts[(int)number] : number.ToString());
        if (kind == Kind.Number) { made.Append("/" + columns[field].Denominators[thing]); }
      }
      made.Append("\n");
    }
    return made.ToString();
  }

  private static void Bounds() {
    const string text = "pack coins \"Coins\" 1.0\nrule r {\n  a = pick { 8 common, 1 mid, 1 rare }\n" +
        "  kind = if a == rare then gold else if a == mid then tin else dirt\n}\n";
    var budget = new Budget { MaxStates = 2 };
    using (var pack = Pack.Compile(text)) {
      using (var odds = pack.Odds("{\"where\":\"a != common\",\"fractions\":true}", budget)) {
        var row = odds.Answers[0].Rows[0];
        Check(!odds.Answers[0].Exact && double.IsNaN(row.Probability) && row.Numerator == "", "a figure of bounds");
        // Gold, which was not explored, has half of what is not common.
        Check(Math.Abs(row.Low - 0.5) < 1e-12 && Math.Abs(odds.Answers[0].Unlisted - 0.5) < 1e-12, "bounds");
      }
      pack.ReuseAnswers(pack);
      using (var odds = pack.Odds("{\"each\":[\"kind\"]}", budget)) {
        Check(double.IsPositiveInfinity(odds.Answers[0].Rows[0].High), "the upper bound of a mean");
        Check(double.IsPositiveInfinity(odds.Answers[0].Unlisted), "the upper bound of a mean without a row");
      }
    }
  }

  private static string Rows(Odds odds) {
    var made = new StringBuilder();
    foreach (var answer in odds.Answers) {
      foreach (var row in answer.Rows) {
        made.Append(answer.Value);
        foreach (var cell in row.Cells) { made.Append("|" + cell.Text); }
        made.Append("|" + row.Numerator + "/" + row.Denominator + "\n");
      }
    }
    return made.ToString();
  }

  private static string WorldOf(Pack pack, Roller roller, Members one) {
    using (var world = pack.NewWorld(Number(one, "seed"))) {
      for (var i = 0UL; i < Number(one, "rolls"); ++i) { roller.Roll(world); }
      var saved = world.Save();
      using (var again = pack.Restore(saved)) { return saved + Lines(pack, roller.Roll(again)); }
    }
  }

  private static string Run(Members packs, Members one) {
    var call = Text(one, "call");
    if (call == "seed") { return Seed.Of(Text(one, "text")).ToString(); }
    if (call == "format") { return Pack.Format(Text(one, "text"), Text(one, "file")); }
    if (call == "service") { return Service(one); }
    var about = (Members)packs[Text(one, "pack")];
    try {
      using (var pack = Pack.Compile(Pairs(about, "files"), Text(about, "name"),
                                     Text(about, "skip_quantities") != "true")) {
        return call == "findings" ? pack.Findings : Run(pack, call, one);
      }
    } catch (SpoilsException error) when (call == "findings") {
      return error.Findings;
    }
  }

  private static string Service(Members one) {
    using (var service = new LanguageService(Pairs(one, "files"))) {
      var lines = Text(one, "messages").Split(new[] {'\n'}, StringSplitOptions.RemoveEmptyEntries);
      return string.Concat(lines.Select(line => (line == "work" ? service.Work() : service.Message(line)) + "\n"));
    }
  }

  // The tweaker with which a case begins, and the report of a script.
  private static Tweaker TweakerOf(Pack pack, Roller roller, Members one, ref string report) {
    var seed = Number(one, "seed");
    if (one.ContainsKey("by_hand")) { return roller.NewTweaker(Pairs(one, "by_hand"), seed); }
    if (one.ContainsKey("replay")) { return pack.Replay(Text(one, "replay"), out report); }
    if (!one.ContainsKey("rolls")) { return roller.NewTweaker(seed, Number(one, "index")); }
    using (var world = pack.NewWorld(seed)) {
      for (var i = 0UL; i < Number(one, "rolls"); ++i) { roller.Roll(world); }
      return roller.NewTweaker(world);
    }
  }

  private static Budget States(Members one) { return new Budget { MaxStates = Number(one, "max_states") }; }

  private static string Run(Pack pack, string call, Members one) {
    switch (call) {
      case "pack": return pack.Describe();
      case "odds":
        using (var odds = pack.Odds(Text(one, "question"))) { return odds.Json(); }
      case "rows":
        using (var odds = pack.Odds(Text(one, "question"))) { return Rows(odds); }
      case "at_least_once": {
        var counts = Text(one, "rolls").Split(new[] {' '}, StringSplitOptions.RemoveEmptyEntries);
        return pack.AtLeastOnce(Text(one, "question"), counts.Select(ulong.Parse).ToArray(), States(one));
      }
      case "unlisted":
        using (var odds = pack.Odds(Text(one, "question"), States(one))) {
          var most = odds.Answers.Select(answer => answer.Unlisted.ToString("R", CultureInfo.InvariantCulture));
          return string.Concat(most.Select(text => text + "\n"));
        }
      case "check": {
        int broken;
        var json = pack.Check(out broken);
        return broken + "\n" + json;
      }
      case "restore": pack.Restore(Text(one, "text")).Dispose(); return "";
    }
    var seed = Number(one, "seed");
    var index = Number(one, "index");
    using (var roller = pack.NewRoller(Text(one, "rule"), Pairs(one, "inputs"))) {
      foreach (var state in Pairs(one, "state")) { roller.SetState(state.Key, state.Value); }
      switch (call) {
        case "roll": return roller.RollJson(seed, index);
        case "explain": return roller.Explain(seed, index);
        case "tweak":
          var report = "";
          using (var tweaker = TweakerOf(pack, roller, one, ref report)) {
            if (one.ContainsKey("restart")) { tweaker.Restart(seed, Number(one, "restart")); }
            foreach (var edit in Text(one, "edits").Split(new[] {'\n'}, StringSplitOptions.RemoveEmptyEntries)) {
              if (edit == "undo") {
                tweaker.Undo();
              } else if (edit == "redo") {
                tweaker.Redo();
              } else {
                tweaker.Apply(edit);
              }
            }
            if (one.ContainsKey("choices")) { return tweaker.Choices(Text(one, "choices")); }
            if (one.ContainsKey("outlook")) { return tweaker.Outlook(Text(one, "outlook"), new[] {Text(one, "by")}); }
            if (one.ContainsKey("reach")) { return tweaker.Reach(Text(one, "reach"), Text(one, "value")); }
            return report + (one.ContainsKey("script") ? tweaker.Script() : tweaker.Json());
          }
        case "things": return Lines(pack, roller.Roll(seed, index));
        case "world": return WorldOf(pack, roller, one);
        case "batch":
          using (var batch = roller.Batch(seed, Number(one, "rolls"), index)) { return Lines(pack, batch); }
        default: return "unknown call";
      }
    }
  }

  private static void Conformance(string path) {
    var suite = (Members)Json.Parse(File.ReadAllText(path));
    var cases = (List<object>)suite["cases"];
    foreach (Members one in cases) {
      string result;
      try {
        result = Run((Members)suite["packs"], one);
      } catch (SpoilsException error) {
        result = error.Json;
      }
      Check(result == Text(one, "expect"), Text(one, "name") + ":\n" + result);
    }
    Check(cases.Count > 40, "there are many cases");
  }

  // ---- Bad input, and what is C#'s own ----

  private static void Values(Pack pack) {
    using (var roller = pack.NewRoller("find", new Dictionary<string, string> { { "depth", "6" } })) {
      var kind = pack.Find(Declaration.Fields, "kind");
      var heavy = pack.Find(Declaration.Fields, "heavy");
      var things = roller.Roll(1, 2);
      var thing = things[0];
      Check(things.Count == 1 && thing.Text(kind) == thing["kind"].Text && thing.Integer(heavy) == 1, "cheap reads");
      Check(thing["has"].Members[0].Text == thing.Text(kind) && thing["has"].Amounts[0] == 6, "a map");
      Check(thing["weight"].Number == 7 && thing["weight"].Denominator == 2 && thing["heavy"].Flag, "a number");
      roller.Set("depth", "1");
      roller.Set(pack.Find(Declaration.Inputs, "depth"), 2);
      Check(roller.Roll(1, 2)[0]["has"].Amounts[0] == 2, "an input was set");
      Fails(Code.Misuse, () => thing.Text(kind), "a thing of an earlier roll");
      Fails(Code.Misuse, () => default(Thing).Text(kind), "no thing");
      Fails(Code.Misuse, () => roller.Roll(1, 2)[1].Text(kind), "a thing too many");
      Fails(Code.Misuse, () => roller.Roll(1, 2)[0].Integer(kind), "a field of another kind");
      Fails(Code.Misuse, () => roller.Roll(1, 2)[0].Field(99), "a field out of range");
      Fails(Code.Misuse, () => roller.Roll(1, 2)[0].Field(-1), "a negative field");
      Fails(Code.BadValue, () => roller.Set("depth", "10"), "a value out of range");
      Fails(Code.BadValue, () => roller.Set(0, long.MinValue), "the least integer");
      Fails(Code.UnknownInput, () => roller.Set(7, 1), "an input out of range");
      Fails(Code.InvalidText, () => roller.Set("depth", "\ud800"), "half of a character");
      Fails(Code.InvalidText, () => roller.Set("de\0pth", "1"), "a NUL");
      Fails(Code.Misuse, () => roller.Set(null, "1"), "null");
      Fails(Code.Limit, () => roller.Batch(1, ulong.MaxValue), "a batch too large");
      Fails(Code.Misuse, () => roller.Batch(1, 1, 0, new[] { 99 }), "a batch of an unknown field");
      roller.Dispose();
      roller.Dispose();
      Throws<ObjectDisposedException>(() => roller.Roll(1, 2), "a disposed roller");
    }
    Fails(Code.UnknownRule, () => pack.NewRoller("fin"), "an unknown rule");
    Fails(Code.BadValue, () => pack.Find(Declaration.Fields, "none"), "an unknown field");
    Fails(Code.Misuse, () => pack.Find((Declaration)77, "kind"), "an unknown declaration");
    Fails(Code.InvalidPack, () => Pack.Compile("rule {"), "an invalid pack");
    Fails(Code.InvalidPack, () => Pack.Load("/no/such/file"), "no file");
  }

  private static void Worlds(Pack pack) {
    using (var other = Pack.Compile("pack other \"Other\" 1.0\nrule find { kind = pick {1 a} }\n"))
    using (var roller = other.NewRoller())
    using (var world = pack.NewWorld(1)) {
      Fails(Code.World, () => roller.Roll(world), "a world of another pack");
      Fails(Code.World, () => roller.Explain(world), "a world of another pack, explained");
      Fails(Code.World, () => other.Restore(world.Save()), "a saved world of another pack");
      Check(world.Seed == 1 && world.Next == 0 && world.State(0) == "0", "a new world");
      Fails(Code.Misuse, () => world.State(1), "a state out of range");
      world.Dispose();
      Throws<ObjectDisposedException>(() => world.Save(), "a disposed world");
      Throws<ObjectDisposedException>(() => roller.Roll(world), "a roll in a disposed world");
    }
  }

  private static void Tweaks(Pack pack) {
    using (var other = Pack.Compile("pack other \"Other\" 1.0\nrule find { kind = pick {1 a} }\n"))
    using (var elsewhere = other.NewWorld(1))
    using (var roller = pack.NewRoller())
    using (var world = pack.NewWorld(1))
    using (var tweaker = roller.NewTweaker(1, 2)) {
      Fails(Code.Misuse, () => tweaker.Apply(null), "an edit that is null");
      Fails(Code.InvalidText, () => tweaker.Apply("set kind = \ud800"), "half of a character in an edit");
      Fails(Code.BadValue, () => tweaker.Apply("set weight = 9223372036854775808"), "a number out of range");
      Fails(Code.Misuse, () => tweaker.Choices("kind.1", 0, -1), "a negative number of choices");
      Fails(Code.World, () => roller.NewTweaker(elsewhere), "a tweaker in a world of another pack");
      Fails(Code.BadValue, () => roller.NewTweaker(world).Restart(1, 1), "a roll of a world that begins again");
      Fails(Code.Misuse, () => roller.NewTweaker(null, 1), "fields that are null");
      Fails(Code.BadValue, () => roller.NewTweaker(new Dictionary<string, string> { { "wheels", "4" } }, 1),
            "a field that the rule does not have");
      var report = "";
      Fails(Code.Misuse, () => pack.Replay(null, out report), "a script that is null");
      Fails(Code.BadValue, () => pack.Replay("{", out report), "no script");
      Fails(Code.BadValue, () => other.Replay(tweaker.Script(), out report), "a script of another pack");
      using (var again = pack.Replay(tweaker.Script(), out report)) {
        Check(again.Json() == tweaker.Json() && report == "{\"same_pack\":true,\"left_out\":[]}", "a script");
      }
      Fails(Code.Misuse, () => Native.Must(Native.spoils_tweaker_restart(roller.Handle, 1, 1)),
            "a handle of another kind");
      IntPtr made;
      Fails(Code.Misuse, () => Native.Must(Native.spoils_pack_json(roller.Handle, out made)), "a roller as pack");
      tweaker.Dispose();
      Throws<ObjectDisposedException>(() => tweaker.Json(), "a disposed tweaker");
    }
  }

  private static void Repeated(Pack pack) {
    const string question = "{\"by\":[\"kind\"]}";
    var once = (Members)Json.Parse(pack.AtLeastOnce(question, new ulong[] { 1, 2 }));
    var ruby = (Members)((List<object>)once["rows"])[0];
    var odds = ((List<object>)ruby["p"]).Select(text => double.Parse((string)text, CultureInfo.InvariantCulture));
    Check(odds.Zip(new[] { 2.0 / 3, 8.0 / 9 }, (got, wanted) => Math.Abs(got - wanted)).Max() < 1e-12, "at least one");
    Fails(Code.Misuse, () => pack.AtLeastOnce(null, new ulong[] { 1 }), "a question that is null");
    Fails(Code.Misuse, () => pack.AtLeastOnce(question, null), "numbers of rolls that are null");
    Fails(Code.BadValue, () => pack.AtLeastOnce(question, new ulong[0]), "no numbers of rolls");
    Fails(Code.BadValue, () => pack.AtLeastOnce("{\"fractions\":true}", new ulong[] { 1 }), "fractions");
    using (var endless = Pack.Compile(Endless))
    using (var soon = new CancellationTokenSource(50)) {
      var clock = Stopwatch.StartNew();
      try {
        var cut = endless.AtLeastOnce("{\"by\":[\"sum\"]}", new ulong[] { 2 }, new Budget { Cancel = soon.Token });
        Check(cut.Contains("\"exact\":false"), "bounds of at least one");
      } catch (SpoilsException error) {
        Check(error.Code == Code.Limit, "at least one, stopped: " + error.Message);
      }
      Check(clock.ElapsedMilliseconds < 60000, "at least one stops in time");
    }
  }

  // What nobody should pass in the place of an argument of a type.
  private static object[] Hostile(Type type, World far, World closed) {
    if (type == typeof(string)) { return new object[] { null, "", "\0", "\ud800", "{", "kind", "[null]" }; }
    if (type == typeof(int)) { return new object[] { int.MinValue, -1, 99, int.MaxValue }; }
    if (type == typeof(long)) { return new object[] { long.MinValue, -1L, long.MaxValue }; }
    if (type == typeof(ulong)) { return new object[] { 0UL, 1UL << 63, ulong.MaxValue }; }
    if (type == typeof(bool)) { return new object[] { true }; }
    if (type == typeof(World)) { return new object[] { null, far, closed }; }
    if (type == typeof(Declaration)) { return new object[] { (Declaration)(-1), (Declaration)77 }; }
    if (type == typeof(string[]) || type == typeof(IReadOnlyList<string>)) {
      return new object[] { null, new string[] { null }, new[] { "\ud800" } };
    }
    if (type == typeof(IReadOnlyList<int>)) { return new object[] { null, new[] { -1 }, new[] { int.MaxValue } }; }
    if (type == typeof(IReadOnlyList<ulong>)) {
      return new object[] { null, new ulong[0], new[] { 0UL }, new[] { ulong.MaxValue, 1UL } };
    }
    if (type == typeof(Budget)) {
      return new object[] { null, new Budget { MaxStates = ulong.MaxValue, MaxPaths = ulong.MaxValue },
                            new Budget { Time = TimeSpan.MaxValue }, new Budget { Time = TimeSpan.MinValue },
                            new Budget { Cancel = new CancellationToken(true) } };
    }
    if (type == typeof(IEnumerable<KeyValuePair<string, string>>)) {
      return new object[] { null, new[] { new KeyValuePair<string, string>() },
                            new Dictionary<string, string> { { "kind", null } },
                            new Dictionary<string, string> { { "kind", "\ud800" } } };
    }
    return null;
  }

  // A sound argument for each parameter, by its type and name.
  private static object Sound(ParameterInfo one, World world, Tweaker tweaker) {
    var type = one.ParameterType;
    if (type == typeof(string)) {
      return one.Name == "saved" ? world.Save() : one.Name == "script" ? tweaker.Script()
          : one.Name == "question" || one.Name == "message" ? "{}" : one.Name == "edit" ? "reroll"
          : one.Name == "id" ? "kind.1" : one.Name == "rule" ? "find" : one.Name == "text" ? Chest : "kind";
    }
    if (type == typeof(World)) { return world; }
    if (type == typeof(Declaration)) { return Declaration.Fields; }
    if (type == typeof(string[]) || type == typeof(IReadOnlyList<string>)) {
      return new string[0]; }
    if (type == typeof(IReadOnlyList<string>)) { return new[] { "kind" }; }
    if (type == typeof(IReadOnlyList<int>)) { return new[] { 0 }; }
    if (type == typeof(IReadOnlyList<ulong>)) { return new[] { 1UL }; }
    if (type == typeof(IEnumerable<KeyValuePair<string, string>>)) { return new Dictionary<string, string>(); }
    return type.IsValueType ? Activator.CreateInstance(type) : null;
  }

  // Each argument of each public function is in turn one of those: an error of the file, or an answer.
  private static void Arguments(Pack pack) {
    const BindingFlags all =
        BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
    var calls = 0;
    using (var other = Pack.Compile("pack other \"Other\" 1.0\nrule find { kind = pick {1 a} }\n"))
    using (var far = other.NewWorld(1))
    using (var world = pack.NewWorld(1))
    using (var roller = pack.NewRoller("find"))
    using (var tweaker = roller.NewTweaker(1, 2))
    using (var batch = roller.Batch(1, 2))
    using (var odds = pack.Odds("{}"))
    using (var service = new LanguageService()) {
      var closed = pack.NewWorld(1);
      closed.Dispose();
      foreach (var target in new object[] { pack, roller, world, tweaker, batch, odds, service, null }) {
        var type = target == null ? typeof(Seed) : target.GetType();
        foreach (var method in type.GetMethods(all).Where(method => method.Name != "Dispose")) {
          var parameters = method.GetParameters();
          for (var at = 0; at < parameters.Length; ++at) {
            foreach (var bad in Hostile(parameters[at].ParameterType, far, closed) ?? new object[0]) {
              var given = parameters.Select((one, i) => i == at ? bad : Sound(one, world, tweaker)).ToArray();
              ++calls;
              try {
                var made = method.Invoke(target, given) as IDisposable;
                if (made != null) { made.Dispose(); }
              } catch (TargetInvocationException thrown) {
                var error = thrown.InnerException;
                Check(error is SpoilsException || error is ObjectDisposedException,
                      type.Name + "." + method.Name + ", " + parameters[at].Name + " = " + bad + ": " + error);
              }
            }
          }
        }
      }
      Check(roller.Roll(1, 2)[0].Name != "", "rolls go on");
    }
    Check(calls > 150, calls + " hostile calls");
  }

  private static void Services(Pack pack) {
    using (var service = new LanguageService()) {
      Fails(Code.Misuse, () => service.Message(null), "a message that is null");
      Fails(Code.InvalidText, () => service.Message("\ud800"), "half of a character in a message");
      Check(service.Message("{").Contains("\"error\""), "a message that is no JSON");
      Check(service.Work() == "[]", "nothing to do");
      Fails(Code.File, () => new LanguageService(new Dictionary<string, string> { { "a.loot", "" } }), "a bare path");
      IntPtr made;
      Fails(Code.Misuse, () => Native.Must(Native.spoils_service_work(pack.Handle, out made)), "a pack as service");
      service.Dispose();
      Throws<ObjectDisposedException>(() => service.Work(), "a disposed service");
    }
  }

  // An optimised library notices freed handles by chance only.
  private static void Freed(Pack pack) {
    var worn = pack.NewWorld(1);
    Check(Native.spoils_free(worn.Handle.DangerousGetHandle()) == 0, "a handle was freed");
    Fails(Code.Misuse, () => worn.Save(), "a freed handle");
    worn.Handle.SetHandleAsInvalid();
  }

  private static bool Stopped(Pack pack, Budget budget) {
    try {
      using (var odds = pack.Odds("{\"by\":[\"sum\"]}", budget)) {
        return !odds.Answers[0].Exact && odds.Answers[0].Limit != Limit.None;
      }
    } catch (SpoilsException error) {
      return error.Code == Code.Limit;
    }
  }

  private static void Stops() {
    var clock = Stopwatch.StartNew();
    using (var pack = Pack.Compile(Endless))
    using (var soon = new CancellationTokenSource(50))
    using (var before = new CancellationTokenSource()) {
      before.Cancel();
      Check(Stopped(pack, new Budget { Time = TimeSpan.FromMilliseconds(50) }), "stopped by the clock");
      Check(Stopped(pack, new Budget { MaxStates = 1000, MaxPaths = 100000 }), "stopped by the limits");
      Check(Stopped(pack, new Budget { Cancel = soon.Token }), "stopped by another thread");
      Check(Stopped(pack, new Budget { Cancel = before.Token }), "stopped before");
    }
    Check(clock.ElapsedMilliseconds < 60000, "stops in time");
  }

  private static void Threads(Pack pack) {
    using (var roller = pack.NewRoller()) {
      var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() => {
        for (var i = 0UL; i < 200; ++i) { roller.RollJson(1, i); }
      })).ToArray();
      foreach (var thread in threads) { thread.Start(); }
      foreach (var thread in threads) { thread.Join(); }
    }
  }

  private static int Main(string[] arguments) {
    Check(Library.Version.Split('.').Length == 3, "a version");
    Conformance(arguments[0]);
    using (var pack = Pack.Compile(Chest)) {
      Values(pack);
      Worlds(pack);
      Tweaks(pack);
      Services(pack);
      Repeated(pack);
      Arguments(pack);
      if (arguments[1] == "debug") { Freed(pack); }
      Threads(pack);
      using (var odds = pack.Odds("{\"by\":[\"kind\"],\"fractions\":true}")) {
        Check(odds.Answers[0].Rows[0].Numerator == "2" && odds.Answers[0].Rows[0].Denominator == "3", "odds");
      }
    }
    Bounds();
    Stops();
    GC.Collect();
    GC.WaitForPendingFinalizers();
    Console.WriteLine(wrong == 0 ? "all right" : wrong + " wrong");
    return wrong == 0 ? 0 : 1;
  }
}
