-- The move was taken back, but for one student who is in use; a word of a cell was taught.
UPDATE moves SET undo = '{"step":"branches beside","family":"","below":null,"removed":3,"archived":1,"keptCount":1,"kept":[{"kind":"students","name":"One Used"}],"error":null}'
WHERE id = '01900000-0000-7000-8000-0000000000f1';
INSERT INTO import_cell_words (kind, field, written, value, user_id, at)
VALUES ('students', 'homeBranch', 'ສີໂຄດ', 'SKT', '01900000-0000-7000-8000-0000000000a1', '2026-03-04T02:00:00Z');
