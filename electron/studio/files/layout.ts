/**
 * Tables of the catalogue, beside the documents. `body` is the whole of a file; the other columns are what it is found
 * by, and indexes cover them, so that neither a list of 100,000 nor its count reads a body it does not show. `folded` is
 * the name in small letters.
 */
export const CATALOGUE_LAYOUT = `
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
  CREATE VIRTUAL TABLE IF NOT EXISTS file_names
    USING fts5 (folded, content = 'files', content_rowid = 'number', tokenize = 'trigram');
  CREATE TRIGGER IF NOT EXISTS files_added AFTER INSERT ON files BEGIN
    INSERT INTO file_names (rowid, folded) VALUES (new.number, new.folded);
  END;
  CREATE TRIGGER IF NOT EXISTS files_renamed AFTER UPDATE ON files WHEN old.folded <> new.folded BEGIN
    INSERT INTO file_names (file_names, rowid, folded) VALUES ('delete', old.number, old.folded);
    INSERT INTO file_names (rowid, folded) VALUES (new.number, new.folded);
  END;
  CREATE TABLE IF NOT EXISTS folders (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;`
