// Spoils for C#: loot from packs of readable text, with exact odds. One file over the C interface
// (include/spoils/spoils.h); put it into a Unity or Godot project beside libspoils.so (spoils.dll), or compile it with
// Mono or .NET. C# 7; no unsafe code (but for spans, with SPOILS_SPANS), and no calls from the library into C#, which
// not every runtime of Unity allows.
//
//   using (var pack = Pack.Compile("pack cellar \"The cellar\" 1.0\nrule find { kind = pick {5 rat, 3 bottle} }\n"))
//   using (var roller = pack.NewRoller("find")) {
//     foreach (var thing in roller.Roll(Seed.Of("my game"), 0)) { Console.WriteLine(thing.Name); }
//   }
//
// Every failure is a SpoilsException; a disposed object is an ObjectDisposedException. A pack may be used by any number
// of threads; a roller or a world serves one at a time, and the others wait.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Spoils {

/// <summary>The codes of errors, as spoils_code of the C interface.</summary>
public enum Code {
  Ok, UnknownRule, UnknownInput, BadValue, MissingValue, Fault, Limit, World, File, Misuse, InvalidPack, InvalidText,
  OutOfMemory, Internal
}

/// <summary>The kind of a value.</summary>
public enum Kind { Unset, Integer, Number, Flag, Symbol, Text, List, Map }

/// <summary>The declarations that have numbers.</summary>
public enum Declaration { Rules, Inputs, States, Fields, Tables }

/// <summary>Why an answer is not exact.</summary>
public enum Limit { None, States, Paths, Memory, Stopped, Draw }

/// <summary>Why a call failed.</summary>
public class SpoilsException : Exception {
  public Code Code { get; }
  /// <summary>What to do; may be empty.</summary>
  public string Help { get; }
  /// <summary>The whole as JSON, with the place in the pack and the facts.</summary>
  public string Json { get; }
  /// <summary>All findings as JSON, if a pack is invalid.</summary>
  public string Findings { get; internal set; } = "[]";

  internal SpoilsException(Code code, string message, string help, string json) : base(message) {
    Code = code;
    Help = help;
    Json = json;
  }

  internal static SpoilsException Misuse(string message) {
    return new SpoilsException(Code.Misuse, message, "", "");
  }
}

/// <summary>A handle of the library, freed when it is disposed of or collected.</summary>
public sealed class Handle : SafeHandle {
  internal Handle(IntPtr pointer) : base(IntPtr.Zero, true) { SetHandle(pointer); }
  public override bool IsInvalid => handle == IntPtr.Zero;
  protected override bool ReleaseHandle() { return Native.spoils_free(handle) == 0; }
}

/// <summary>The functions and structs of the C interface.</summary>
internal static class Native {
#if UNITY_IOS && !UNITY_EDITOR
  private const string Library = "__Internal";
#else
  private const string Library = "spoils";
#endif
  internal const uint Abi = 1;

  [StructLayout(LayoutKind.Sequential)]
  internal struct Text {
    internal IntPtr Data;
    internal UIntPtr Size;

    public override string ToString() {
      var bytes = new byte[(int)Size];
      if (bytes.Length > 0) { Marshal.Copy(Data, bytes, 0, bytes.Length); }
      return Encoding.UTF8.GetString(bytes);
    }
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct Pair {  // spoils_file, spoils_setting
    internal Text First;
    internal Text Second;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct LoadOptions {
    internal IntPtr Search;
    internal UIntPtr SearchCount;
    internal int SkipQuantities;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct PackInfo {
    internal Text Name, Title, Version;
    internal ulong Hash;
    internal UIntPtr Rules, Inputs, States, Fields, Tables, Expectations;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct FieldInfo {
    internal Text Name, Type;
    internal int Kind;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct Value {
    internal int Kind, Reserved;
    internal long Number, Denominator;
    internal Text Text, Shown;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct BatchInfo {
    internal UIntPtr Things, Columns;
    internal IntPtr Index, Holder, MadeBy, Name, Texts;
    internal UIntPtr TextCount;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct Column {
    internal IntPtr Kind, Number, Denominator;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct WorldInfo {
    internal ulong Seed, Next;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct Budget {
    internal ulong MaxStates, MaxPaths, Milliseconds;
    internal IntPtr Stop, User, Stopper;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct Answer {
    internal Text Value;
    internal UIntPtr Rows, Columns;
    internal int Exact, Limit;
    internal double Given, Unexplored, Mean;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct OddsRow {
    internal double Probability, Low, High;
    internal Text Numerator, Denominator;
  }

  [StructLayout(LayoutKind.Sequential)]
  internal struct Cell {
    internal int Kind;
    internal Text Text;
  }

  private const CallingConvention C = CallingConvention.Cdecl;
  [DllImport(Library, CallingConvention = C)] internal static extern uint spoils_abi();
  [DllImport(Library, CallingConvention = C)] internal static extern Text spoils_version();
  [DllImport(Library, CallingConvention = C)] internal static extern int spoils_free(IntPtr handle);
  [DllImport(Library, CallingConvention = C)] internal static extern Text spoils_string_text(IntPtr text);
  [DllImport(Library, CallingConvention = C)] internal static extern int spoils_error_code(IntPtr error);
  [DllImport(Library, CallingConvention = C)] internal static extern Text spoils_error_message(IntPtr error);
  [DllImport(Library, CallingConvention = C)] internal static extern Text spoils_error_help(IntPtr error);
  [DllImport(Library, CallingConvention = C)] internal static extern Text spoils_error_json(IntPtr error);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_pack_compile(
      Pair[] files, UIntPtr count, Text name, ref LoadOptions options, out IntPtr pack, out IntPtr findings);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_pack_load(
      Text path, ref LoadOptions options, out IntPtr pack, out IntPtr findings);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_format(
      Text name, Text text, out IntPtr made, out IntPtr findings);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_findings_json(
      IntPtr findings, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_pack_json(
      Handle pack, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_pack_info_of(
      Handle pack, out PackInfo info);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_pack_field(
      Handle pack, UIntPtr field, out FieldInfo info);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_pack_find(
      Handle pack, int what, Text name, out UIntPtr index);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_seed(Text text, out ulong seed);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roller_new(
      Handle pack, Text rule, Pair[] settings, UIntPtr count, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roller_set(
      Handle roller, Text name, Text value);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roller_set_state(
      Handle roller, Text name, Text value);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roller_set_integer(
      Handle roller, UIntPtr input, long value);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roll(
      Handle roller, ulong seed, ulong index, out UIntPtr things);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roll_world(
      Handle roller, Handle world, out UIntPtr things);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roll_json(
      Handle roller, ulong seed, ulong index, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_field(
      Handle roller, UIntPtr thing, UIntPtr field, out Value value);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_integer(
      Handle roller, UIntPtr thing, UIntPtr field, out long value);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_text(
      Handle roller, UIntPtr thing, UIntPtr field, out Text value);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_member(
      Handle roller, UIntPtr thing, UIntPtr field, UIntPtr member, out Value value, out long amount);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_name(
      Handle roller, UIntPtr thing, out Text name);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_made_by(
      Handle roller, UIntPtr thing, out Text rule);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_thing_holder(
      Handle roller, UIntPtr thing, out int holder);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_roll_batch(
      Handle roller, ulong seed, ulong first, ulong rolls, UIntPtr[] fields, UIntPtr count, int names,
      out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_batch_info_of(
      Handle batch, out BatchInfo info);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_batch_column(
      Handle batch, UIntPtr column, out Column values);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_world_new(
      Handle pack, ulong seed, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_world_save(
      Handle world, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_world_restore(
      Handle pack, Text saved, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_world_info_of(
      Handle world, out WorldInfo info);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_world_state(
      Handle world, UIntPtr state, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_stopper_new(out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_stopper_stop(Handle stopper);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_of(
      Handle pack, Text question, ref Budget budget, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_reuse_answers(
      Handle pack, Handle before);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_count(
      Handle odds, out UIntPtr count);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_answer(
      Handle odds, UIntPtr answer, out Answer about);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_row_of(
      Handle odds, UIntPtr answer, UIntPtr row, out OddsRow figures);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_cell(
      Handle odds, UIntPtr answer, UIntPtr row, UIntPtr column, out Cell cell);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_column(
      Handle odds, UIntPtr column, out Text name);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_unlisted(
      Handle odds, UIntPtr answer, out double most);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_odds_json(
      Handle odds, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_at_least_once(
      Handle pack, Text question, ulong[] rolls, UIntPtr count, ref Budget budget, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_explain(
      Handle roller, ulong seed, ulong index, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_explain_world(
      Handle roller, Handle world, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_new(
      Handle roller, ulong seed, ulong index, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_new_world(
      Handle roller, Handle world, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_by_hand(
      Handle roller, Pair[] fields, UIntPtr count, ulong seed, out IntPtr tweaker);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_replay(
      Handle pack, Text script, out IntPtr tweaker, out IntPtr report);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_restart(
      Handle tweaker, ulong seed, ulong index);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_apply(
      Handle tweaker, Text edit);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_undo(
      Handle tweaker, out int done);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_redo(
      Handle tweaker, out int done);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_json(
      Handle tweaker, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_script(
      Handle tweaker, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_choices(
      Handle tweaker, Text id, ulong from, UIntPtr count, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_outlook(
      Handle tweaker, Text id, Text[] by, UIntPtr count, ulong replays, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_tweaker_reach(
      Handle tweaker, Text field, Text value, ulong replays, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_check(
      Handle pack, ref Budget budget, out IntPtr made, out UIntPtr broken);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_service_new(
      Pair[] files, UIntPtr count, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_service_message(
      Handle service, Text message, out IntPtr made);
  [DllImport(Library, CallingConvention = C)] internal static extern IntPtr spoils_service_work(
      Handle service, out IntPtr made);

  /// Throws the error of a call, if there is one.
  internal static void Must(IntPtr error) {
    if (error != IntPtr.Zero) { throw Taken(error); }
  }

  internal static SpoilsException Taken(IntPtr error) {
    try {
      return new SpoilsException((Code)spoils_error_code(error), spoils_error_message(error).ToString(),
                                 spoils_error_help(error).ToString(), spoils_error_json(error).ToString());
    } finally {
      spoils_free(error);
    }
  }

  /// Returns the text of a string that a call has made, and frees it.
  internal static string TakeString(IntPtr error, IntPtr made) {
    Must(error);
    try {
      return spoils_string_text(made).ToString();
    } finally {
      spoils_free(made);
    }
  }

  internal static UIntPtr Number(int number) {
    if (number < 0) { throw SpoilsException.Misuse("an index is negative"); }
    return (UIntPtr)(uint)number;
  }
}

/// Texts for one call, in memory that it frees.
internal sealed class Texts : IDisposable {
  private static readonly UTF8Encoding Strict = new UTF8Encoding(false, true);
  private readonly List<IntPtr> memory = new List<IntPtr>();

  internal Native.Text Add(string text) {
    if (text == null) { throw SpoilsException.Misuse("a text is null"); }
    try {
      return Add(Strict.GetBytes(text));
    } catch (EncoderFallbackException) {
      throw new SpoilsException(Code.InvalidText, "a text has half of a surrogate pair", "", "");
    }
  }

  internal Native.Text Add(byte[] bytes) {
    var pointer = Marshal.AllocHGlobal(Math.Max(1, bytes.Length));
    memory.Add(pointer);
    Marshal.Copy(bytes, 0, pointer, bytes.Length);
    return new Native.Text { Data = pointer, Size = (UIntPtr)(uint)bytes.Length };
  }

  internal Native.Pair[] Pairs(IEnumerable<KeyValuePair<string, string>> pairs) {
    if (pairs == null) { throw SpoilsException.Misuse("the pairs of names and texts are null"); }
    var made = new List<Native.Pair>();
    foreach (var pair in pairs) { made.Add(new Native.Pair { First = Add(pair.Key), Second = Add(pair.Value) }); }
    return made.ToArray();
  }

  internal Native.LoadOptions Options(bool checksQuantities, string[] search) {
    if (search == null) { throw SpoilsException.Misuse("the folders to search are null"); }
    var size = Marshal.SizeOf(typeof(Native.Text));
    var folders = Marshal.AllocHGlobal(Math.Max(1, size * search.Length));
    memory.Add(folders);
    for (var i = 0; i < search.Length; ++i) { Marshal.StructureToPtr(Add(search[i]), folders + i * size, false); }
    return new Native.LoadOptions {
      Search = folders, SearchCount = (UIntPtr)(uint)search.Length, SkipQuantities = checksQuantities ? 0 : 1
    };
  }

  public void Dispose() {
    foreach (var pointer in memory) { Marshal.FreeHGlobal(pointer); }
    memory.Clear();
  }
}

public static class Library {
  /// <summary>The version of the library, "0.1.0".</summary>
  public static string Version {
    get {
      if (Native.spoils_abi() != Native.Abi) { throw SpoilsException.Misuse("the library has another interface"); }
      return Native.spoils_version().ToString();
    }
  }
}

public static class Seed {
  /// <summary>The seed that a text means: digits are the number itself, any other text is hashed.</summary>
  public static ulong Of(string text) {
    using (var texts = new Texts()) {
      ulong seed;
      Native.Must(Native.spoils_seed(texts.Add(text), out seed));
      return seed;
    }
  }
}

/// <summary>The limits of long work; 0: the default.</summary>
public sealed class Budget {
  public ulong MaxStates;
  public ulong MaxPaths;
  public TimeSpan Time;
  public CancellationToken Cancel;

  /// Runs work with a budget of the library; the token sets a stopper, from whichever thread.
  internal static void Run(Budget budget, Func<Native.Budget, IntPtr> work) {
    budget = budget ?? new Budget();
    IntPtr made;
    Native.Must(Native.spoils_stopper_new(out made));
    using (var stopper = new Handle(made)) {
      var native = new Native.Budget {
        MaxStates = budget.MaxStates, MaxPaths = budget.MaxPaths, Stopper = stopper.DangerousGetHandle(),
        Milliseconds = budget.Time > TimeSpan.Zero ? (ulong)Math.Max(1, budget.Time.TotalMilliseconds) : 0
      };
      using (budget.Cancel.Register(() => Native.spoils_stopper_stop(stopper))) { Native.Must(work(native)); }
    }
  }
}

/// <summary>A compiled pack. Any number of threads may use it.</summary>
public sealed class Pack : IDisposable {
  internal readonly Handle Handle;
  public string Name { get; }
  public string Title { get; }
  public string Version { get; }
  /// <summary>The names of the fields, by their numbers.</summary>
  public IReadOnlyList<string> Fields { get; }
  /// <summary>Warnings and notes as JSON.</summary>
  public string Findings { get; }

  private Pack(IntPtr pointer, string findings) {
    Handle = new Handle(pointer);
    Findings = findings;
    Native.PackInfo info;
    Native.Must(Native.spoils_pack_info_of(Handle, out info));
    Name = info.Name.ToString();
    Title = info.Title.ToString();
    Version = info.Version.ToString();
    var fields = new List<string>();
    for (var i = 0; i < (int)info.Fields; ++i) {
      Native.FieldInfo field;
      Native.Must(Native.spoils_pack_field(Handle, Native.Number(i), out field));
      fields.Add(field.Name.ToString());
    }
    Fields = fields;
  }

  public void Dispose() { Handle.Dispose(); }

  /// <summary>Compiles a text.</summary>
  public static Pack Compile(string text) {
    return Compile(new Dictionary<string, string> { { "pack.loot", text } }, "pack.loot");
  }

  /// <summary>Compiles files in memory, by their paths; `name` is the file or folder to compile.</summary>
  public static Pack Compile(IEnumerable<KeyValuePair<string, string>> files, string name,
                             bool checksQuantities = true, params string[] search) {
    using (var texts = new Texts()) {
      var list = texts.Pairs(files);
      var options = texts.Options(checksQuantities, search);
      IntPtr pack, findings;
      var error = Native.spoils_pack_compile(list, (UIntPtr)(uint)list.Length, texts.Add(name), ref options, out pack,
                                             out findings);
      return Loaded(error, pack, findings);
    }
  }

  /// <summary>Reads and compiles a file, or a folder whose .loot files are read together.</summary>
  public static Pack Load(string path, bool checksQuantities = true, params string[] search) {
    using (var texts = new Texts()) {
      var options = texts.Options(checksQuantities, search);
      IntPtr pack, findings;
      var error = Native.spoils_pack_load(texts.Add(path), ref options, out pack, out findings);
      return Loaded(error, pack, findings);
    }
  }

  /// <summary>Puts the text of a pack into its canonical layout.</summary>
  public static string Format(string text, string name = "pack.loot") {
    using (var texts = new Texts()) {
      IntPtr made, findings;
      var error = Native.spoils_format(texts.Add(name), texts.Add(text), out made, out findings);
      var found = FindingsOf(findings);
      if (error != IntPtr.Zero) { throw Invalid(error, found); }
      return Native.TakeString(error, made);
    }
  }

  private static string FindingsOf(IntPtr findings) {
    if (findings == IntPtr.Zero) { return "[]"; }
    try {
      IntPtr made;
      return Native.TakeString(Native.spoils_findings_json(findings, out made), made);
    } finally {
      Native.spoils_free(findings);
    }
  }

  private static SpoilsException Invalid(IntPtr error, string findings) {
    var thrown = Native.Taken(error);
    thrown.Findings = findings;
    return thrown;
  }

  private static Pack Loaded(IntPtr error, IntPtr pack, IntPtr findings) {
    var found = FindingsOf(findings);
    if (error != IntPtr.Zero) { throw Invalid(error, found); }
    return new Pack(pack, found);
  }

  /// <summary>The declarations of the pack as JSON (schema spoils.pack).</summary>
  public string Describe() {
    IntPtr made;
    return Native.TakeString(Native.spoils_pack_json(Handle, out made), made);
  }

  /// <summary>The number of a declaration: look it up once, and read by number.</summary>
  public int Find(Declaration what, string name) {
    using (var texts = new Texts()) {
      UIntPtr index;
      Native.Must(Native.spoils_pack_find(Handle, (int)what, texts.Add(name), out index));
      return (int)index;
    }
  }

  /// <summary>Prepares a rule ("": the first) with inputs and parameters as a pack writes them.</summary>
  public Roller NewRoller(string rule = "", IEnumerable<KeyValuePair<string, string>> inputs = null) {
    using (var texts = new Texts()) {
      var settings = texts.Pairs(inputs ?? new Dictionary<string, string>());
      IntPtr made;
      Native.Must(Native.spoils_roller_new(Handle, texts.Add(rule), settings, (UIntPtr)(uint)settings.Length,
                                           out made));
      return new Roller(this, made);
    }
  }

  /// <summary>Begins a world, in which rolls change the state of the pack.</summary>
  public World NewWorld(ulong seed) {
    IntPtr made;
    Native.Must(Native.spoils_world_new(Handle, seed, out made));
    return new World(made);
  }

  /// <summary>Returns the world that World.Save() wrote.</summary>
  public World Restore(string saved) {
    using (var texts = new Texts()) {
      IntPtr made;
      Native.Must(Native.spoils_world_restore(Handle, texts.Add(saved), out made));
      return new World(made);
    }
  }

  /// <summary>Makes the roll of Tweaker.Script() again, as far as its edits apply to this version of the pack; the report
  /// is JSON with the edits that were left out.</summary>
  public Tweaker Replay(string script, out string report) {
    using (var texts = new Texts()) {
      IntPtr made, told;
      var failure = Native.spoils_tweaker_replay(Handle, texts.Add(script), out made, out told);
      report = Native.TakeString(failure, told);
      return new Tweaker(made);
    }
  }

  /// <summary>Answers a question, which is JSON as spoils_odds_of() in spoils.h describes it.</summary>
  public Odds Odds(string question, Budget budget = null) {
    using (var texts = new Texts()) {
      var text = texts.Add(question);
      var made = IntPtr.Zero;
      Budget.Run(budget, native => Native.spoils_odds_of(Handle, text, ref native, out made));
      return new Odds(made);
    }
  }

  /// <summary>Lets questions about this pack have the answers that an earlier version of it gave, as far as both are the
  /// same in all that a question needs.</summary>
  public void ReuseAnswers(Pack before) {
    if (before == null) { throw SpoilsException.Misuse("the pack before is null"); }
    Native.Must(Native.spoils_reuse_answers(Handle, before.Handle));
  }

  /// <summary>Answers how likely each outcome occurs at least once in each of these numbers of successive rolls of one
  /// world, which ascend from at least 1. State, and values that a world stores once, are passed from roll to roll. The
  /// question is that of Odds() with "rule", "inputs", "state", and "by", "count" or "from"; the answer is JSON (schema
  /// spoils.at_least_once, docs/odds.md).</summary>
  public string AtLeastOnce(string question, IReadOnlyList<ulong> rolls, Budget budget = null) {
    if (rolls == null) { throw SpoilsException.Misuse("the numbers of rolls are null"); }
    using (var texts = new Texts()) {
      var text = texts.Add(question);
      var counts = new ulong[rolls.Count];
      for (var i = 0; i < counts.Length; ++i) { counts[i] = rolls[i]; }
      var made = IntPtr.Zero;
      Budget.Run(budget, native => Native.spoils_at_least_once(Handle, text, counts, Native.Number(counts.Length),
                                                               ref native, out made));
      return Native.TakeString(IntPtr.Zero, made);
    }
  }

  /// <summary>Computes every `expect` of the pack; returns the results as JSON (schema spoils.check).</summary>
  public string Check(out int broken, Budget budget = null) {
    var made = IntPtr.Zero;
    var count = UIntPtr.Zero;
    Budget.Run(budget, native => Native.spoils_check(Handle, ref native, out made, out count));
    broken = (int)count;
    return Native.TakeString(IntPtr.Zero, made);
  }
}

/// <summary>The value of a field, copied.</summary>
public sealed class Value {
  public Kind Kind { get; internal set; }
  /// <summary>Of an integer; the numerator of a number; 0 or 1 of a flag.</summary>
  public long Number { get; internal set; }
  public long Denominator { get; internal set; }
  /// <summary>Of a text; of a symbol as the pack writes it.</summary>
  public string Text { get; internal set; }
  /// <summary>As people read it.</summary>
  public string Shown { get; internal set; }
  /// <summary>The members of a list or set; the keys of a map.</summary>
  public IReadOnlyList<Value> Members { get; internal set; }
  /// <summary>The integers of a map, in the order of its keys.</summary>
  public IReadOnlyList<long> Amounts { get; internal set; }
  public bool IsSet => Kind != Kind.Unset;
  public bool Flag => Number == 1;

  internal Value(Native.Value value) {
    Kind = (Kind)value.Kind;
    Number = value.Number;
    Denominator = value.Denominator;
    Text = value.Text.ToString();
    Shown = value.Shown.ToString();
    Members = new Value[0];
    Amounts = new long[0];
  }
}

/// <summary>A view of a thing; it ends when its roller rolls again.</summary>
public struct Thing {
  private readonly Roller roller;
  private readonly ulong rolled;
  private readonly int index;

  internal Thing(Roller roller, ulong rolled, int index) {
    this.roller = roller;
    this.rolled = rolled;
    this.index = index;
  }

  private Roller Live {
    get {
      if (roller == null || roller.Rolled != rolled) {
        throw SpoilsException.Misuse("the roller of a thing has rolled again");
      }
      return roller;
    }
  }

  public string Name => Live.NameOf(index);
  /// <summary>The rule that made it.</summary>
  public string Rule => Live.RuleOf(index);
  /// <summary>The position of the thing that holds it, -1 if none does.</summary>
  public int Holder => Live.HolderOf(index);
  /// <summary>A field by its number (Pack.Find), with all its parts.</summary>
  public Value Field(int field) { return Live.ValueOf(index, field); }
  public Value this[string field] => Live.ValueOf(index, Live.Pack.Find(Declaration.Fields, field));
  /// <summary>The cheapest reads: an integer, numerator or flag, 0 if unset; a text or symbol, empty if unset.</summary>
  public long Integer(int field) { return Live.IntegerOf(index, field); }
  public string Text(int field) { return Live.TextOf(index, field); }
}

/// <summary>The things of one roll.</summary>
public struct Things : IReadOnlyList<Thing> {
  private readonly Roller roller;
  private readonly ulong rolled;
  public int Count { get; }

  internal Things(Roller roller, ulong rolled, int count) {
    this.roller = roller;
    this.rolled = rolled;
    Count = count;
  }

  public Thing this[int index] {
    get {
      if (index < 0 || index >= Count) { throw SpoilsException.Misuse("there is no such thing in the roll"); }
      return new Thing(roller, rolled, index);
    }
  }

  public IEnumerator<Thing> GetEnumerator() {
    for (var i = 0; i < Count; ++i) { yield return this[i]; }
  }
  IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
}

/// <summary>Rolls one rule of a pack.</summary>
public sealed class Roller : IDisposable {
  internal readonly Handle Handle;
  internal ulong Rolled;  // the number of the last roll
  public Pack Pack { get; }

  internal Roller(Pack pack, IntPtr pointer) {
    Pack = pack;
    Handle = new Handle(pointer);
  }

  public void Dispose() { lock (this) { Handle.Dispose(); } }

  /// <summary>Changes an input or parameter for later rolls.</summary>
  public void Set(string name, string value) {
    using (var texts = new Texts()) {
      lock (this) { Native.Must(Native.spoils_roller_set(Handle, texts.Add(name), texts.Add(value))); }
    }
  }
  /// <summary>The same for an input by its number, without text: an integer, flag, or the number of a choice.</summary>
  public void Set(int input, long value) {
    lock (this) { Native.Must(Native.spoils_roller_set_integer(Handle, Native.Number(input), value)); }
  }

  /// <summary>Changes the value with which a state begins in later rolls that belong to no world; a set is written
  /// <c>{a, b}</c>.</summary>
  public void SetState(string name, string value) {
    using (var texts = new Texts()) {
      lock (this) { Native.Must(Native.spoils_roller_set_state(Handle, texts.Add(name), texts.Add(value))); }
    }
  }

  /// <summary>Rolls once. The same seed and index give the same things, on every machine and for ever.</summary>
  public Things Roll(ulong seed, ulong index) {
    lock (this) {
      UIntPtr count;
      ++Rolled;
      Native.Must(Native.spoils_roll(Handle, seed, index, out count));
      return new Things(this, Rolled, (int)count);
    }
  }

  /// <summary>Rolls the next index of a world, and changes its state.</summary>
  public Things Roll(World world) {
    if (world == null) { throw SpoilsException.Misuse("the world is null"); }
    lock (this) lock (world) {
      UIntPtr count;
      ++Rolled;
      Native.Must(Native.spoils_roll_world(Handle, world.Handle, out count));
      return new Things(this, Rolled, (int)count);
    }
  }

  /// <summary>Rolls once, as JSON.</summary>
  public string RollJson(ulong seed, ulong index) {
    lock (this) {
      IntPtr made;
      ++Rolled;
      return Native.TakeString(Native.spoils_roll_json(Handle, seed, index, out made), made);
    }
  }

  /// <summary>The decisions of a roll with their odds as JSON (schema spoils.explain).</summary>
  public string Explain(ulong seed, ulong index) {
    lock (this) {
      IntPtr made;
      ++Rolled;
      return Native.TakeString(Native.spoils_explain(Handle, seed, index, out made), made);
    }
  }

  /// <summary>Explains the next roll of a world, which stays as it is.</summary>
  public string Explain(World world) {
    if (world == null) { throw SpoilsException.Misuse("the world is null"); }
    lock (this) lock (world) {
      IntPtr made;
      ++Rolled;
      return Native.TakeString(Native.spoils_explain_world(Handle, world.Handle, out made), made);
    }
  }

  /// <summary>Begins to change decisions of a roll (docs/tweak.md).</summary>
  public Tweaker NewTweaker(ulong seed, ulong index) {
    lock (this) {
      IntPtr made;
      Native.Must(Native.spoils_tweaker_new(Handle, seed, index, out made));
      return new Tweaker(made);
    }
  }

  /// <summary>The same with the next roll of a world, which stays as it is.</summary>
  public Tweaker NewTweaker(World world) {
    if (world == null) { throw SpoilsException.Misuse("the world is null"); }
    lock (this) lock (world) {
      IntPtr made;
      Native.Must(Native.spoils_tweaker_new_world(Handle, world.Handle, out made));
      return new Tweaker(made);
    }
  }

  /// <summary>Begins with a thing that has these fields, as a pack writes their values, in place of a roll. It has no
  /// decisions; `run` goes on with it, and draws from the seed.</summary>
  public Tweaker NewTweaker(IEnumerable<KeyValuePair<string, string>> fields, ulong seed) {
    using (var texts = new Texts()) {
      var settings = texts.Pairs(fields);
      lock (this) {
        IntPtr made;
        Native.Must(Native.spoils_tweaker_by_hand(Handle, settings, (UIntPtr)(uint)settings.Length, seed, out made));
        return new Tweaker(made);
      }
    }
  }

  /// <summary>Rolls many times; keeps these fields (null: all) of all things as columns.</summary>
  public Batch Batch(ulong seed, ulong rolls, ulong first = 0, IReadOnlyList<int> fields = null, bool names = true) {
    var numbers = new UIntPtr[fields == null ? Pack.Fields.Count : fields.Count];
    for (var i = 0; i < numbers.Length; ++i) { numbers[i] = Native.Number(fields == null ? i : fields[i]); }
    lock (this) {
      IntPtr made;
      ++Rolled;
      Native.Must(Native.spoils_roll_batch(Handle, seed, first, rolls, numbers, (UIntPtr)(uint)numbers.Length,
                                           names ? 1 : 0, out made));
      return new Batch(made);
    }
  }

  internal string NameOf(int thing) {
    lock (this) {
      Native.Text text;
      Native.Must(Native.spoils_thing_name(Handle, Native.Number(thing), out text));
      return text.ToString();
    }
  }

  internal string RuleOf(int thing) {
    lock (this) {
      Native.Text text;
      Native.Must(Native.spoils_thing_made_by(Handle, Native.Number(thing), out text));
      return text.ToString();
    }
  }

  internal int HolderOf(int thing) {
    lock (this) {
      int holder;
      Native.Must(Native.spoils_thing_holder(Handle, Native.Number(thing), out holder));
      return holder;
    }
  }

  internal long IntegerOf(int thing, int field) {
    lock (this) {
      long value;
      Native.Must(Native.spoils_thing_integer(Handle, Native.Number(thing), Native.Number(field), out value));
      return value;
    }
  }

  internal string TextOf(int thing, int field) {
    lock (this) {
      Native.Text text;
      Native.Must(Native.spoils_thing_text(Handle, Native.Number(thing), Native.Number(field), out text));
      return text.ToString();
    }
  }

  internal Value ValueOf(int thing, int field) {
    lock (this) {
      Native.Value read;
      Native.Must(Native.spoils_thing_field(Handle, Native.Number(thing), Native.Number(field), out read));
      var value = new Value(read);
      if (value.Kind < Kind.List) { return value; }
      var members = new Value[read.Number];
      var amounts = new long[value.Kind == Kind.Map ? read.Number : 0];
      for (var i = 0; i < members.Length; ++i) {
        long amount;
        Native.Must(Native.spoils_thing_member(Handle, Native.Number(thing), Native.Number(field), Native.Number(i),
                                               out read, out amount));
        members[i] = new Value(read);
        if (i < amounts.Length) { amounts[i] = amount; }
      }
      value.Members = members;
      value.Amounts = amounts;
      return value;
    }
  }
}

/// <summary>The things of many rolls, as columns.</summary>
public sealed class Batch : IDisposable {
  /// <summary>One field of all things.</summary>
  public struct Column {
    public Kind[] Kinds;
    /// <summary>Integers, numerators, flags; of texts and symbols a position in Texts; 0 if unset.</summary>
    public long[] Numbers;
    /// <summary>Of numbers; else null.</summary>
    public long[] Denominators;
  }

  private readonly Handle handle;
  private readonly Native.BatchInfo info;
  /// <summary>How many things there are.</summary>
  public int Count => (int)info.Things;
  /// <summary>Each text once.</summary>
  public IReadOnlyList<string> Texts { get; }

  internal Batch(IntPtr pointer) {
    handle = new Handle(pointer);
    Native.Must(Native.spoils_batch_info_of(handle, out info));
    var texts = new string[(int)info.TextCount];
    var size = Marshal.SizeOf(typeof(Native.Text));
    for (var i = 0; i < texts.Length; ++i) {
      texts[i] = Marshal.PtrToStructure(info.Texts + i * size, typeof(Native.Text)).ToString();
    }
    Texts = texts;
  }

  public void Dispose() { handle.Dispose(); }

  /// Copies an array of the batch, which no other thread can free meanwhile.
  private T[] Copied<T>(IntPtr from, Action<T[]> copy) {
    var isHeld = false;
    handle.DangerousAddRef(ref isHeld);
    try {
      var made = new T[from == IntPtr.Zero ? 0 : Count];
      if (made.Length > 0) { copy(made); }
      return made;
    } finally {
      if (isHeld) { handle.DangerousRelease(); }
    }
  }

  private long[] Longs(IntPtr from) { return Copied<long>(from, made => Marshal.Copy(from, made, 0, made.Length)); }

  private string[] Named(IntPtr from) {
    var numbers = Copied<int>(from, made => Marshal.Copy(from, made, 0, made.Length));
    return Array.ConvertAll(numbers, number => Texts[number]);
  }

  /// <summary>The index of the roll of each thing.</summary>
  public ulong[] Indices() { return Array.ConvertAll(Longs(info.Index), index => unchecked((ulong)index)); }
  /// <summary>The position in the batch of the thing that holds each; -1: none.</summary>
  public long[] Holders() { return Longs(info.Holder); }
  public string[] Rules() { return Named(info.MadeBy); }
  /// <summary>The names of all things; empty for a batch without names.</summary>
  public string[] Names() { return Named(info.Name); }

  public Column this[int column] {
    get {
      Native.Column values;
      Native.Must(Native.spoils_batch_column(handle, Native.Number(column), out values));
      var kinds = Copied<byte>(values.Kind, made => Marshal.Copy(values.Kind, made, 0, made.Length));
      return new Column {
        Kinds = Array.ConvertAll(kinds, kind => (Kind)kind), Numbers = Longs(values.Number),
        Denominators = values.Denominator == IntPtr.Zero ? null : Longs(values.Denominator)
      };
    }
  }

#if SPOILS_SPANS  // with unsafe code, where System.Memory exists
  /// <summary>The numbers of a column without a copy; they end with the batch.</summary>
  public unsafe ReadOnlySpan<long> Numbers(int column) {
    Native.Column values;
    Native.Must(Native.spoils_batch_column(handle, Native.Number(column), out values));
    return new ReadOnlySpan<long>((void*)values.Number, Count);
  }
#endif
}

/// <summary>The state that lasts from roll to roll.</summary>
public sealed class World : IDisposable {
  internal readonly Handle Handle;

  internal World(IntPtr pointer) { Handle = new Handle(pointer); }
  public void Dispose() { lock (this) { Handle.Dispose(); } }

  private Native.WorldInfo Info() {
    lock (this) {
      Native.WorldInfo info;
      Native.Must(Native.spoils_world_info_of(Handle, out info));
      return info;
    }
  }

  public ulong Seed => Info().Seed;
  /// <summary>The number of its rolls so far.</summary>
  public ulong Next => Info().Next;

  /// <summary>The world as a text, for Pack.Restore().</summary>
  public string Save() {
    lock (this) {
      IntPtr made;
      return Native.TakeString(Native.spoils_world_save(Handle, out made), made);
    }
  }

  /// <summary>A state by its number (Pack.Find), as a pack writes it.</summary>
  public string State(int state) {
    lock (this) {
      IntPtr made;
      return Native.TakeString(Native.spoils_world_state(Handle, Native.Number(state), out made), made);
    }
  }
}

/// <summary>A roll whose decisions can be changed one by one while the rest is kept. Answers are JSON.</summary>
public sealed class Tweaker : IDisposable {
  internal readonly Handle Handle;

  internal Tweaker(IntPtr pointer) { Handle = new Handle(pointer); }
  public void Dispose() { lock (this) { Handle.Dispose(); } }

  /// <summary>Begins again with another roll of the same rule and inputs, and no edits.</summary>
  public void Restart(ulong seed, ulong index) {
    lock (this) { Native.Must(Native.spoils_tweaker_restart(Handle, seed, index)); }
  }

  /// <summary>Makes the roll again with one more edit, as `pin ID = CHOICE`.</summary>
  public void Apply(string edit) {
    using (var texts = new Texts()) {
      lock (this) { Native.Must(Native.spoils_tweaker_apply(Handle, texts.Add(edit))); }
    }
  }

  /// <summary>Takes the last edit back; false if there is none.</summary>
  public bool Undo() {
    lock (this) {
      int done;
      Native.Must(Native.spoils_tweaker_undo(Handle, out done));
      return done == 1;
    }
  }

  /// <summary>Makes the edit again that Undo took back last; false if there is none.</summary>
  public bool Redo() {
    lock (this) {
      int done;
      Native.Must(Native.spoils_tweaker_redo(Handle, out done));
      return done == 1;
    }
  }

  /// <summary>The roll as it is now (schema spoils.tweak).</summary>
  public string Json() {
    lock (this) {
      IntPtr made;
      return Native.TakeString(Native.spoils_tweaker_json(Handle, out made), made);
    }
  }

  /// <summary>The script that makes it again.</summary>
  public string Script() {
    lock (this) {
      IntPtr made;
      return Native.TakeString(Native.spoils_tweaker_script(Handle, out made), made);
    }
  }

  /// <summary>The choices of a decision, and what the thing would be with each.</summary>
  public string Choices(string id, ulong from = 0, int count = 100) {
    using (var texts = new Texts()) {
      lock (this) {
        IntPtr made;
        return Native.TakeString(
            Native.spoils_tweaker_choices(Handle, texts.Add(id), from, Native.Number(count), out made), made);
      }
    }
  }

  /// <summary>The odds of fields or measures if a decision or step were open, and all others kept.</summary>
  public string Outlook(string id, IReadOnlyList<string> by, ulong replays = 0) {
    if (by == null) { throw SpoilsException.Misuse("the columns are null"); }
    using (var texts = new Texts()) {
      var columns = new Native.Text[by.Count];
      for (var i = 0; i < columns.Length; ++i) { columns[i] = texts.Add(by[i]); }
      lock (this) {
        IntPtr made;
        return Native.TakeString(
            Native.spoils_tweaker_outlook(Handle, texts.Add(id), columns, Native.Number(columns.Length), replays,
                                          out made), made);
      }
    }
  }

  /// <summary>How likely a field has a value if just the decisions that it depends on were open.</summary>
  public string Reach(string field, string value, ulong replays = 0) {
    using (var texts = new Texts()) {
      lock (this) {
        IntPtr made;
        return Native.TakeString(
            Native.spoils_tweaker_reach(Handle, texts.Add(field), texts.Add(value), replays, out made), made);
      }
    }
  }
}

/// <summary>A server of the Language Server Protocol without streams (docs/editors.md): messages go in and come out as
/// JSON. Nothing is read from the disk.</summary>
public sealed class LanguageService : IDisposable {
  private readonly Handle handle;

  /// <summary>Makes a service; `files` are those that packs can use and that the client does not open, by paths that
  /// begin with `/`.</summary>
  public LanguageService(IEnumerable<KeyValuePair<string, string>> files = null) {
    using (var texts = new Texts()) {
      var list = texts.Pairs(files ?? new Dictionary<string, string>());
      IntPtr made;
      Native.Must(Native.spoils_service_new(list, (UIntPtr)(uint)list.Length, out made));
      handle = new Handle(made);
    }
  }

  public void Dispose() { lock (this) { handle.Dispose(); } }

  /// <summary>Handles a message of the client; returns a list of the messages of the server, the answer last.</summary>
  public string Message(string message) {
    using (var texts = new Texts()) {
      lock (this) {
        IntPtr made;
        return Native.TakeString(Native.spoils_service_message(handle, texts.Add(message), out made), made);
      }
    }
  }

  /// <summary>Compiles a pack whose text has changed, and returns what the server publishes: `[]` at the end.</summary>
  public string Work() {
    lock (this) {
      IntPtr made;
      return Native.TakeString(Native.spoils_service_work(handle, out made), made);
    }
  }
}

/// <summary>The answers of a question.</summary>
public sealed class Odds : IDisposable {
  /// <summary>A value of a row; Text is null if it is unset.</summary>
  public struct Cell {
    public Kind Kind;
    public string Text;
  }

  public sealed class Row {
    public IReadOnlyList<Cell> Cells { get; internal set; }
    /// <summary>NaN if the answer is not exact: then there are bounds alone.</summary>
    public double Probability { get; internal set; }
    /// <summary>Proven bounds; of an expected number that is not exact the upper one is infinite.</summary>
    public double Low { get; internal set; }
    public double High { get; internal set; }
    /// <summary>In decimal digits; empty unless the question asked for fractions and the answer is exact.</summary>
    public string Numerator { get; internal set; }
    public string Denominator { get; internal set; }
  }

  public sealed class Answer {
    /// <summary>Of the swept input; empty without a sweep.</summary>
    public string Value { get; internal set; }
    public IReadOnlyList<Row> Rows { get; internal set; }
    public bool Exact { get; internal set; }
    public Limit Limit { get; internal set; }
    public double Given { get; internal set; }
    public double Unexplored { get; internal set; }
    /// <summary>What an outcome without a row has at most: 0 if exact; else of an expected number any.</summary>
    public double Unlisted { get; internal set; }
    public double Mean { get; internal set; }
  }

  private readonly Handle handle;
  public IReadOnlyList<Answer> Answers { get; }

  internal Odds(IntPtr pointer) {
    handle = new Handle(pointer);
    UIntPtr count;
    Native.Must(Native.spoils_odds_count(handle, out count));
    var answers = new Answer[(int)count];
    for (var i = 0; i < answers.Length; ++i) { answers[i] = Read(i); }
    Answers = answers;
  }

  private Answer Read(int number) {
    Native.Answer about;
    var at = Native.Number(number);
    Native.Must(Native.spoils_odds_answer(handle, at, out about));
    var rows = new Row[(int)about.Rows];
    var exact = about.Exact == 1;
    for (var i = 0; i < rows.Length; ++i) {
      Native.OddsRow row;
      Native.Must(Native.spoils_odds_row_of(handle, at, Native.Number(i), out row));
      var cells = new Cell[(int)about.Columns];
      for (var k = 0; k < cells.Length; ++k) {
        Native.Cell cell;
        Native.Must(Native.spoils_odds_cell(handle, at, Native.Number(i), Native.Number(k), out cell));
        cells[k] = new Cell { Kind = (Kind)cell.Kind, Text = cell.Kind == 0 ? null : cell.Text.ToString() };
      }
      // Of bounds the figure of the library is the share of what was explored.
      rows[i] = new Row {
        Cells = cells, Probability = exact ? row.Probability : double.NaN, Low = row.Low, High = row.High,
        Numerator = row.Numerator.ToString(), Denominator = row.Denominator.ToString()
      };
    }
    double unlisted;
    Native.Must(Native.spoils_odds_unlisted(handle, at, out unlisted));
    return new Answer {
      Value = about.Value.ToString(), Rows = rows, Exact = exact, Limit = (Limit)about.Limit,
      Given = about.Given, Unexplored = about.Unexplored, Unlisted = unlisted, Mean = about.Mean
    };
  }

  /// <summary>What `spoils odds --format json` prints.</summary>
  public string Json() {
    IntPtr made;
    return Native.TakeString(Native.spoils_odds_json(handle, out made), made);
  }

  public void Dispose() { handle.Dispose(); }
}

}  // namespace Spoils
