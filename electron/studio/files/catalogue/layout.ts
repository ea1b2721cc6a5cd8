/**
 * Tables of the catalogue, beside the documents. `body` is the whole file document; files are found by the other
 * columns. Indexes cover these, so that neither a list of 100,000 files nor its count reads a body it does not show.
 * `folded` is the name in lower case: a search scans all of them in an index. Earlier versions had an index of
 * substrings, which was faster to search but took 14 s to rebuild for 100,000 files once a page of it was damaged.
 */
export const CATALOGUE_LAYOUT = `
  DROP TRIGGER IF EXISTS files_added;
  DROP TRIGGER IF EXISTS files_renamed;
  DROP TABLE IF EXISTS file_names;
  CREATE TABLE IF NOT EXISTS files (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    type TEXT NOT NULL,
    folder_id TEXT,
    created_at INTEGER NOT NULL,
    is_arriving INTEGER NOT NULL,
    encode_order INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS files_newest ON files (created_at DESC, id, type, folder_id, folded);
  CREATE INDEX IF NOT EXISTS files_of_type ON files (type, created_at DESC, id);
  CREATE INDEX IF NOT EXISTS files_in_folder ON files (folder_id, created_at DESC, id, type, folded);
  CREATE INDEX IF NOT EXISTS files_arriving ON files (is_arriving, number) WHERE is_arriving > 0;
  CREATE INDEX IF NOT EXISTS files_encoding ON files (encode_order) WHERE encode_order IS NOT NULL;
  CREATE TABLE IF NOT EXISTS folders (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;`
