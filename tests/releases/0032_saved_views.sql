-- What a clerk keeps of a report under a name of their own.
INSERT INTO saved_views (id, user_id, screen, name, search, position)
VALUES ('01900000-0000-7000-8000-000000032001', '01900000-0000-7000-8000-0000000000a1', '/Reprot/AttendanceReprots', 'ຫ້ອງ A1 ເດືອນນີ້', 'by.marks=student', 0);
