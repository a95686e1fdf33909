// importers/read_templates.cpp
//
// Reads loot templates, each with all inherited data. The writer of templates reads their fields, since drops of
// creatures have the same ones.
#include "importers/readers.h"

namespace spoils::importers {

void read_templates(Folder& folder, Game& game) {
  struct Read {
    Place place;
    std::string name;
    Json own;
    std::vector<std::string> parents;
  };
  std::vector<Read> records;
  folder.whole("loot_template", false, [&](const std::string& file, const Json& root) {
    if (root.kind != Json::Kind::List) {
      folder.notes().wrong({file, {}, root.line}, {}, "is not a list of records");
      return;
    }
    for (const Json& record : root.items) {
      Read made;
      made.place = {file, record_name(record), record.line};
      if (record.kind != Json::Kind::Object) {
        folder.notes().wrong(made.place, {}, "a record is not an object");
        continue;
      }
      Fields fields(record, made.place, folder.notes());
      made.name = fields.required_text("templateName");
      made.parents = fields.texts("templates");
      made.own = record;
      records.push_back(std::move(made));
    }
  });
  folder.files().back().records = records.size();

  if (folder.is_broken()) { return; }
  std::vector<Kin> kin;
  for (const Read& record : records) { kin.push_back({&record.place, record.name, &record.parents}); }
  const auto ancestors = ancestors_of(kin, folder.notes());
  for (std::size_t i = 0; i < records.size(); ++i) {
    Json merged;
    merged.kind = Json::Kind::Object;
    for (const std::size_t ancestor : ancestors[i]) { merged = laid_over(merged, records[ancestor].own); }
    merged = laid_over(merged, records[i].own);
    game.loot.push_back({records[i].place, records[i].name, std::move(merged), {}});
  }
}

}  // namespace spoils::importers
