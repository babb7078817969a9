-- The courses that a student passed before BranchDesk, which a move brings in: docs/moving-in.md.
CREATE TABLE "courses_passed_before" (
	"student_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_passed_before_student_id_course_id_pk" PRIMARY KEY("student_id","course_id")
);

ALTER TABLE "courses_passed_before" ADD CONSTRAINT "courses_passed_before_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "courses_passed_before" ADD CONSTRAINT "courses_passed_before_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "courses_passed_before_course" ON "courses_passed_before" USING btree ("course_id");
CREATE INDEX "courses_passed_before_row" ON "courses_passed_before" USING btree ("row_id");

-- Working copies of list imports from before these became moves, which were kept for a day. Nothing
-- writes or reads them any more. The function that erased names in them stands here whole.
DROP TABLE "imports";
CREATE OR REPLACE FUNCTION erase_person(of_kind text, of_person uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb[];
  ids uuid[];
  id_texts text[];
  own_code text;
  codes text[];
  instead text;
  own_key text;
  firsts text[];
  lasts text[];
  contacts text[];
  texts text[];
  words text[];
  photos uuid[];
  walk_ins uuid[];
  their_orders uuid[];
  places uuid[];
  their_payments uuid[];
  pictures uuid[];
  free_text text;
BEGIN
  -- Their records, and the names that these have had.
  IF of_kind = 'student' THEN
    SELECT coalesce(merged_into_id, id) INTO of_person FROM students WHERE id = of_person;
    SELECT array_agg(to_jsonb(s) || jsonb_build_object('code', student_code, 'photo', photo_file_id))
    INTO facts FROM (
      SELECT * FROM students WHERE id = of_person OR merged_into_id = of_person
      ORDER BY id = of_person DESC, id FOR UPDATE) s;
    own_key := 'student';
  ELSIF of_kind = 'guardian' THEN
    SELECT coalesce(merged_into_id, id) INTO of_person FROM parents WHERE id = of_person;
    SELECT array_agg(to_jsonb(p) || jsonb_build_object(
      'code', 'G-' || upper(right(id::text, 8)), 'photo', photo_file_id))
    INTO facts FROM (
      SELECT * FROM parents WHERE id = of_person OR merged_into_id = of_person
      ORDER BY id = of_person DESC, id FOR UPDATE) p;
    own_key := 'parent';
  ELSIF of_kind = 'teacher' THEN
    SELECT array_agg(to_jsonb(t) || jsonb_build_object('code', teacher_code, 'photo', photo_file_id))
    INTO facts FROM (SELECT * FROM teachers WHERE id = of_person FOR UPDATE) t;
    own_key := 'teacher';
  ELSIF of_kind = 'account' THEN
    SELECT array_agg(to_jsonb(u) || jsonb_build_object(
      'code', 'A-' || upper(right(id::text, 8)), 'photo', profile_image))
    INTO facts FROM (SELECT * FROM users WHERE id = of_person FOR UPDATE) u;
    own_key := 'user';
  END IF;
  IF facts IS NULL THEN
    RETURN NULL;
  END IF;
  own_code := facts[1] ->> 'code';
  instead := 'Erased ' || own_code;
  SELECT array_agg((one ->> 'id')::uuid), array_agg(one ->> 'id'), array_agg(one ->> 'code'),
    array_remove(array_agg((one ->> 'photo')::uuid), NULL)
  INTO ids, id_texts, codes, photos FROM unnest(facts) one;
  SELECT coalesce(array_agg(DISTINCT name) FILTER (WHERE part = 'first'), '{}'),
    coalesce(array_agg(DISTINCT name) FILTER (WHERE part = 'last'), '{}'),
    coalesce(array_agg(DISTINCT name) FILTER (WHERE part = 'contact'), '{}')
  INTO firsts, lasts, contacts FROM (
    SELECT part, btrim(name) AS name FROM (
      SELECT one FROM unnest(facts) one
      UNION ALL
      SELECT coalesce(written, '{}') FROM audit_log, LATERAL (VALUES (before), (after)) both_sides (written)
      WHERE entity_id = ANY (id_texts) AND entity IN ('students', 'parents', 'teachers', 'staff-accounts', 'users')
    ) records (one), LATERAL (VALUES
      ('first', one ->> 'first_name'), ('first', one ->> 'first_name_en'),
      ('first', one ->> 'firstName'), ('first', one ->> 'firstNameEn'),
      ('last', one ->> 'last_name'), ('last', one ->> 'last_name_en'),
      ('last', one ->> 'lastName'), ('last', one ->> 'lastNameEn'),
      ('nick', one ->> 'nickname'),
      ('contact', one ->> 'phone'), ('contact', one ->> 'phone2'), ('contact', one ->> 'whatsapp'),
      ('contact', one ->> 'line'), ('contact', one ->> 'facebook'), ('contact', one ->> 'email'),
      ('contact', one ->> 'id_number'), ('contact', one ->> 'idNumber')
    ) parts (part, name)
    WHERE length(btrim(name)) > 1 AND btrim(name) <> ALL (codes || 'Erased'::text)
  ) named;
  SELECT coalesce(array_agg(form), '{}') INTO contacts
  FROM unnest(contacts) contact, LATERAL unnest(phone_forms(contact)) form WHERE length(form) > 4;

  -- Texts that can mean nobody else stand for this person anywhere. A name or a number that another
  -- person has too, alone or inside a longer one, is erased only in rows that are theirs, and so is
  -- a contact that may be a common word or a small number.
  SELECT coalesce(array_agg(one ORDER BY length(one) DESC), '{}') INTO texts FROM (
    SELECT f || ' ' || l FROM unnest(firsts) f, unnest(lasts) l
    UNION SELECT form FROM unnest(contacts) form
    WHERE form LIKE '%@%' OR length(form) > 7 OR length(form) = 7 AND form ~ '\d'
  ) full_texts (one)
  WHERE NOT EXISTS (
    SELECT FROM students o WHERE o.id <> ALL (ids) AND holds_any(concat_ws(E'\n',
      o.first_name || ' ' || o.last_name, o.first_name_en || ' ' || o.last_name_en, o.email, o.id_number),
      ARRAY[one]))
    AND NOT EXISTS (SELECT FROM parents o WHERE o.id <> ALL (ids) AND holds_any(concat_ws(E'\n',
      o.first_name || ' ' || o.last_name, o.email, o.line, o.facebook), ARRAY[one]))
    AND NOT EXISTS (SELECT FROM teachers o WHERE o.id <> ALL (ids) AND holds_any(concat_ws(E'\n',
      o.first_name || ' ' || o.last_name, o.first_name_en || ' ' || o.last_name_en, o.email),
      ARRAY[one]))
    AND NOT EXISTS (SELECT FROM users o WHERE o.id <> ALL (ids) AND holds_any(concat_ws(E'\n',
      o.first_name || ' ' || o.last_name, o.email), ARRAY[one]))
    AND NOT EXISTS (SELECT FROM students o WHERE o.id <> ALL (ids) AND one = ANY (phone_forms(o.phone)))
    AND NOT EXISTS (SELECT FROM parents o WHERE o.id <> ALL (ids)
      AND one = ANY (phone_forms(o.phone) || phone_forms(o.phone2) || phone_forms(o.whatsapp)))
    AND NOT EXISTS (SELECT FROM teachers o WHERE o.id <> ALL (ids) AND one = ANY (phone_forms(o.phone)))
    AND NOT EXISTS (SELECT FROM users o WHERE o.id <> ALL (ids) AND one = ANY (phone_forms(o.phone)));
  SELECT coalesce(array_agg(one ORDER BY length(one) DESC), '{}') INTO words FROM (
    SELECT f || ' ' || l FROM unnest(firsts) f, unnest(lasts) l
    UNION SELECT unnest(contacts) UNION SELECT unnest(firsts) UNION SELECT unnest(lasts)
    UNION SELECT one ->> 'nickname' FROM unnest(facts) one WHERE length(one ->> 'nickname') > 1
  ) own_words (one);

  -- The records themselves.
  IF of_kind = 'student' THEN
    UPDATE students SET first_name = 'Erased', last_name = student_code, first_name_en = '',
      last_name_en = '', nickname = '', date_of_birth = date_trunc('year', date_of_birth)::date,
      phone = '', email = '', photo_file_id = NULL, nationality = '', id_number = '',
      current_school = '', grade = '', village = '', district = '', province_code = NULL,
      health_note = '', note = '', status_reason = '', name_key = lower('erased ' || student_code),
      search = lower('erased ' || student_code), archived = true, version = version + 1,
      updated_at = now()
    WHERE id = ANY (ids);
  ELSIF of_kind = 'guardian' THEN
    UPDATE parents SET first_name = 'Erased', last_name = 'G-' || upper(right(id::text, 8)),
      phone = '', phone2 = '', whatsapp = '', line = '', facebook = '', email = '',
      occupation = '', village = '', district = '', province_code = NULL, photo_file_id = NULL,
      note = '', name_key = lower('erased g-' || right(id::text, 8)),
      search = lower('erased g-' || right(id::text, 8)), archived = true, version = version + 1,
      updated_at = now()
    WHERE id = ANY (ids);
  ELSIF of_kind = 'teacher' THEN
    UPDATE teachers SET first_name = 'Erased', last_name = teacher_code, first_name_en = '',
      last_name_en = '', phone = '', email = '', nationality = '', photo_file_id = NULL,
      date_of_birth = date_trunc('year', date_of_birth)::date, qualifications = '',
      unavailability = '[]', note = '', name_key = lower('erased ' || teacher_code),
      search = lower('erased ' || teacher_code), archived = true, version = version + 1,
      updated_at = now()
    WHERE id = ANY (ids);
    UPDATE teacher_rates SET note = erased_text(note, words, instead)
    WHERE teacher_id = ANY (ids) AND holds_any(note, words);
  ELSE
    DELETE FROM sessions WHERE user_id = ANY (ids);
    DELETE FROM second_factors WHERE user_id = ANY (ids);
    DELETE FROM recovery_codes WHERE user_id = ANY (ids);
    DELETE FROM remembered_devices WHERE user_id = ANY (ids);
    DELETE FROM account_devices WHERE user_id = ANY (ids);
    DELETE FROM account_pins WHERE user_id = ANY (ids);
    DELETE FROM rescue_codes WHERE user_id = ANY (ids);
    DELETE FROM saved_views WHERE user_id = ANY (ids);
    DELETE FROM idempotency_keys WHERE user_id = ANY (ids);
    -- A hash of nothing: no password opens it.
    UPDATE users SET first_name = 'Erased', last_name = 'A-' || upper(right(id::text, 8)),
      email = 'erased-' || id || '@erased.invalid', phone = '', profile_image = NULL,
      password_hash = 'scrypt$15$8$3$' || encode(decode(md5(random()::text), 'hex'), 'base64') || '$'
        || encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'base64'),
      draft_key = NULL, active = false, search = lower('erased a-' || right(id::text, 8)),
      version = version + 1, updated_at = now()
    WHERE id = ANY (ids);
    UPDATE audit_log SET actor_name = instead WHERE actor_id = ANY (ids);
    UPDATE exchange_rates SET created_by = instead WHERE created_by_id = ANY (ids);
    UPDATE exchange_rates SET approved_by = instead WHERE approved_by_id = ANY (ids);
    UPDATE teacher_rates SET created_by = instead WHERE created_by_id = ANY (ids);
    UPDATE teacher_rates SET approved_by = instead WHERE approved_by_id = ANY (ids);
  END IF;
  -- Rows that are theirs: notes go, reasons lose the name.
  SELECT coalesce(array_agg(id), '{}') INTO places FROM enrolments WHERE student_id = ANY (ids);
  SELECT coalesce(array_agg(id), '{}') INTO their_orders FROM orders
  WHERE payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids)
    OR id IN (SELECT order_id FROM order_lines WHERE student_id = ANY (ids));
  SELECT coalesce(array_agg(id), '{}') INTO walk_ins FROM orders
  WHERE walk_in_name <> '' AND is_named(walk_in_name || ' ' || walk_in_phone, texts);
  -- The payments of a walk-in have no payer, and pay nothing but the walk-in's own orders.
  SELECT coalesce(array_agg(id), '{}') INTO their_payments FROM payments
  WHERE payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids)
    OR payer_parent_id IS NULL AND payer_student_id IS NULL
      AND id IN (SELECT payment_id FROM allocations WHERE order_id = ANY (walk_ins));
  UPDATE attendance SET note = '' WHERE student_id = ANY (ids) AND note <> '';
  UPDATE scores SET comment = '' WHERE enrolment_id = ANY (places) AND comment <> '';
  UPDATE class_results SET comment = '' WHERE enrolment_id = ANY (places) AND comment <> '';
  UPDATE enrolments SET note = '', no_charge_reason = erased_text(no_charge_reason, words, instead),
    override_reason = erased_text(override_reason, words, instead),
    status_reason = erased_text(status_reason, words, instead)
  WHERE id = ANY (places);
  UPDATE enrolment_leavings SET status_reason = erased_text(status_reason, words, instead)
  WHERE enrolment_id = ANY (places);
  UPDATE enrolment_states SET reason = erased_text(reason, words, instead)
  WHERE enrolment_id = ANY (places) AND holds_any(reason, words);
  UPDATE continuing_replies SET reason = erased_text(reason, words, instead)
  WHERE enrolment_id = ANY (places) AND holds_any(reason, words);
  UPDATE transfer_requests SET reason = erased_text(reason, words, instead),
    waive_reason = erased_text(waive_reason, words, instead),
    override_reason = erased_text(override_reason, words, instead),
    end_reason = erased_text(end_reason, words, instead)
  WHERE enrolment_id = ANY (places);
  UPDATE orders SET note = '' WHERE id = ANY (their_orders) AND note <> ''
    AND (payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids));
  UPDATE orders SET note = erased_text(note, words, instead),
    void_reason = erased_text(void_reason, words, instead)
  WHERE id = ANY (their_orders) AND holds_any(note || ' ' || coalesce(void_reason, ''), words);
  UPDATE orders SET walk_in_name = 'Erased', walk_in_phone = '', search = lower(number)
  WHERE id = ANY (walk_ins);
  UPDATE order_lines SET reason = erased_text(reason, words, instead)
  WHERE order_id = ANY (their_orders) AND holds_any(reason, words);
  UPDATE instalments SET reason = erased_text(reason, words, instead)
  WHERE order_id = ANY (their_orders) AND holds_any(reason, words);
  UPDATE refund_requests SET reason = erased_text(reason, words, instead),
    decision = erased_text(decision, words, instead)
  WHERE order_id = ANY (their_orders);
  UPDATE payments SET reason = erased_text(reason, words, instead)
  WHERE (payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids)) AND holds_any(reason, words);
  UPDATE payment_notes SET text = erased_text(text, words, instead),
    answer = erased_text(answer, words, instead)
  WHERE payment_id IN (
    SELECT id FROM payments WHERE payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids))
    AND holds_any(text || ' ' || answer, words);

  -- A picture of a slip shows who paid. The payment keeps its sum, reference, day and who checked it.
  SELECT photos || coalesce(array_agg(slip_file_id) FILTER (WHERE slip_file_id IS NOT NULL), '{}')
  INTO pictures FROM payments WHERE id = ANY (their_payments);
  UPDATE payments SET slip_file_id = NULL
  WHERE id = ANY (their_payments) AND slip_file_id IS NOT NULL;
  -- References are unique, so each gets the end of its own id.
  UPDATE payments SET reference = erased_text(reference,
    CASE WHEN id = ANY (their_payments) THEN words ELSE texts END,
    own_code || ' ' || right(id::text, 8))
  WHERE reference <> ''
    AND holds_any(reference, CASE WHEN id = ANY (their_payments) THEN words ELSE texts END);
  -- A content in the store outside goes as soon as the store has removed it; until then nobody can
  -- open its row.
  UPDATE files SET purpose = 'erased', branch_id = NULL
  WHERE id = ANY (pictures) AND content IS NULL AND NOT is_file_named(id);
  DELETE FROM files WHERE id = ANY (pictures) AND content IS NOT NULL AND NOT is_file_named(id);

  -- What the bank wrote of their money names them in a spelling of its own, so it goes as a whole;
  -- the row keeps its day, time, sum and reference. A reference with the name goes as a whole too:
  -- the same file loaded again finds its row by an empty one, not by a changed one.
  UPDATE bank_statement_lines SET description = '',
    reference = CASE WHEN holds_any(reference, words) THEN '' ELSE reference END
  WHERE payment_id = ANY (their_payments);
  UPDATE bank_statement_lines SET description = erased_text(description, words, instead)
  WHERE holds_any(description, words)
    AND payment_id IN (SELECT payment_id FROM allocations WHERE order_id = ANY (their_orders));
  UPDATE bank_statements SET detailed = (
    SELECT coalesce(jsonb_agg(CASE WHEN line.payment_id IS NULL THEN one
      ELSE one || jsonb_build_object('description', '',
        'reference', CASE WHEN holds_any(one ->> 'reference', words) THEN ''
          ELSE one ->> 'reference' END) END ORDER BY place), '[]')
    FROM jsonb_array_elements(detailed) WITH ORDINALITY parts (one, place)
    LEFT JOIN bank_statement_lines line ON line.id = (one ->> 'lineId')::uuid
      AND line.payment_id = ANY (their_payments))
  WHERE EXISTS (
    SELECT FROM jsonb_array_elements(detailed) one
    JOIN bank_statement_lines line ON line.id = (one ->> 'lineId')::uuid
    WHERE line.payment_id = ANY (their_payments));
  UPDATE bank_statements SET
    detailed = erased_json(detailed, id_texts, 0, own_key, texts, words, own_code),
    left_out = erased_json(left_out, id_texts, 0, own_key, texts, words, own_code)
  WHERE holds_any(concat_ws(' ', detailed, left_out), texts);

  -- A certificate has the name in its hash, so it is revoked and gets another content and hash.
  UPDATE certificates SET revoked_at = now(), revoke_reason = 'Erased'
  WHERE enrolment_id = ANY (places) AND revoked_at IS NULL;
  UPDATE certificates SET content = erased.content,
    hash = encode(sha256(convert_to(erased.content, 'UTF8')), 'hex')
  FROM (
    SELECT id, jsonb_set(jsonb_set(content::jsonb, '{student,name}', to_jsonb(instead)),
      '{student,latin}', '""')::text AS content
    FROM certificates WHERE enrolment_id = ANY (places)) erased
  WHERE certificates.id = erased.id;

  -- Texts in rows of others that name them.
  FOREACH free_text IN ARRAY ARRAY[
    'announcement_files.name', 'attendance.note', 'backups.reason',
    'bank_statement_lines.description', 'bank_statement_lines.file_name',
    'bank_statement_lines.reference', 'bank_statements.file_name', 'bank_statements.sheet_name',
    'branch_settlements.note', 'certificates.revoke_reason', 'class_results.comment',
    'class_sessions.reason', 'classes.note', 'classes.old_name', 'classes.search',
    'classes.status_reason', 'continuing_replies.reason', 'deliveries.search',
    'deliveries.supplier', 'deliveries.supplier_note', 'deliveries.taken_back_reason',
    'enrolment_leavings.status_reason', 'enrolment_states.reason', 'enrolments.no_charge_reason',
    'enrolments.note', 'enrolments.override_reason', 'enrolments.status_reason', 'erasures.reason',
    'exchange_rates.approved_by', 'exchange_rates.created_by', 'exchange_rates.note',
    'exchange_rates.search', 'holiday_cancellations.reason', 'instalments.reason',
    'move_sheets.name', 'moves.file_name', 'number_gaps.reason',
    'order_lines.reason', 'orders.note', 'orders.void_reason', 'parents.note',
    'payment_notes.answer', 'payment_notes.text', 'payments.reason', 'refund_requests.decision',
    'refund_requests.reason', 'saved_views.name', 'saved_views.search', 'scores.comment',
    'stock_counts.reason', 'stock_movements.reason', 'stock_transfers.end_reason',
    'stock_transfers.note', 'students.health_note', 'students.note', 'students.status_reason',
    'teacher_rates.approved_by', 'teacher_rates.created_by', 'teacher_rates.note', 'teachers.note',
    'teachers.qualifications', 'transfer_lines.note', 'transfer_requests.end_reason',
    'transfer_requests.override_reason', 'transfer_requests.reason',
    'transfer_requests.waive_reason'
  ] LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = erased_text(%2$I, $1, $2)
      WHERE %2$I <> '''' AND holds_any(%2$I, $1)',
      split_part(free_text, '.', 1), split_part(free_text, '.', 2))
    USING texts, CASE WHEN free_text LIKE '%.search' THEN lower(instead) ELSE instead END;
  END LOOP;
  UPDATE drawer_movements SET reason = erased_text(reason, texts, instead),
    received_by = erased_text(received_by, texts, instead)
  WHERE holds_any(concat_ws(' ', reason, received_by), texts);
  UPDATE safe_movements SET reason = erased_text(reason, texts, instead),
    received_by = erased_text(received_by, texts, instead)
  WHERE holds_any(concat_ws(' ', reason, received_by), texts);
  UPDATE closings SET reason = erased_text(reason, texts, instead) WHERE holds_any(reason, texts);
  UPDATE alerts SET detail = erased_text(detail, texts, instead),
    note = erased_text(note, texts, instead)
  WHERE holds_any(detail || ' ' || coalesce(note, ''), texts);
  UPDATE branches SET manager = erased_text(manager, texts, instead),
    search = erased_text(search, texts, lower(instead))
  WHERE holds_any(manager, texts);
  UPDATE announcements SET title_lo = erased_text(title_lo, texts, instead),
    body_lo = erased_text(body_lo, texts, instead), title_en = erased_text(title_en, texts, instead),
    body_en = erased_text(body_en, texts, instead),
    search = lower(erased_text(concat_ws(' ', title_lo, title_en, body_lo, body_en), texts, instead))
  WHERE holds_any(concat_ws(' ', title_lo, title_en, body_lo, body_en), texts);

  -- Files that were read in, and what was learned from their texts.
  DELETE FROM import_words WHERE holds_any(heading, texts);
  DELETE FROM import_cell_words WHERE holds_any(written || ' ' || value, texts);
  UPDATE import_keys SET row_key = erased_text(row_key, texts, instead || ' ' || record_id)
  WHERE holds_any(row_key, texts);
  UPDATE move_sheets SET
    headings = erased_json(headings, id_texts, 0, own_key, texts, words, own_code),
    questions = erased_json(questions, id_texts, 0, own_key, texts, words, own_code),
    left_out = erased_json(left_out, id_texts, 0, own_key, texts, words, own_code)
  WHERE holds_any(concat_ws(' ', headings, questions, left_out), texts);
  UPDATE moved_money SET key = erased_text(key, texts, instead || ' ' || row_id)
  WHERE holds_any(key, texts);
  UPDATE move_rows SET cells = '[]', edits = '{}', problems = '[]', name = instead, input = NULL,
    changes = NULL
  WHERE record_id = ANY (ids);
  UPDATE move_rows SET name = erased_text(name, texts, instead),
    cells = erased_json(cells, id_texts, 0, own_key, texts, words, own_code),
    edits = erased_json(edits, id_texts, 0, own_key, texts, words, own_code),
    problems = erased_json(problems, id_texts, 0, own_key, texts, words, own_code),
    input = erased_json(input, id_texts, 0, own_key, texts, words, own_code),
    changes = erased_json(changes, id_texts, 0, own_key, texts, words, own_code)
  WHERE holds_any(concat_ws(' ', name, cells, edits, problems, input, changes), texts || id_texts);

  -- The log, the kept answers and the requests.
  UPDATE audit_log SET
    before = erased_json(before, id_texts, 2, own_key, words, words, own_code),
    after = erased_json(after, id_texts, 2, own_key, words, words, own_code),
    reason = erased_text(reason, words, instead)
  WHERE entity_id = ANY (id_texts)
    AND entity IN ('students', 'parents', 'teachers', 'staff-accounts', 'users');
  UPDATE audit_log SET
    before = erased_json(before, id_texts, 1, own_key, texts, words, own_code),
    after = erased_json(after, id_texts, 1, own_key, texts, words, own_code)
  WHERE entity = 'orders' AND entity_id = ANY (walk_ins::text[]);
  UPDATE audit_log SET
    before = erased_json(before, id_texts, 0, own_key, texts, words, own_code),
    after = erased_json(after, id_texts, 0, own_key, texts, words, own_code),
    reason = erased_text(reason, CASE
      WHEN entity_id = ANY (places::text[] || their_orders::text[]) THEN words ELSE texts END, instead)
  WHERE entity_id = ANY (places::text[] || their_orders::text[])
    OR holds_any(concat_ws(' ', before, after, reason), texts || id_texts);
  UPDATE idempotency_keys SET answer = erased_json(answer, id_texts, 0, own_key, texts, words, own_code)
  WHERE holds_any(answer::text, texts || id_texts);
  UPDATE erasures SET reason = '' WHERE person_id = ANY (ids);
  RETURN instead;
END $$;
