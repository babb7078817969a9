CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid NOT NULL,
	"branch_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"asked_by_id" uuid,
	"asked_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"confirmed_by_id" uuid,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_alone" boolean DEFAULT false NOT NULL,
	"withdrawn_by_id" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_kind_known" CHECK ("erasures"."kind" in ('student', 'guardian', 'teacher', 'account')),
	CONSTRAINT "erasures_confirmed" CHECK (("erasures"."confirmed_at" is null) = ("erasures"."confirmed_by_id" is null)),
	CONSTRAINT "erasures_one_end" CHECK ("erasures"."withdrawn_at" is null or "erasures"."done_at" is null),
	CONSTRAINT "erasures_two_people" CHECK ("erasures"."confirmed_alone" or "erasures"."confirmed_by_id" is null or "erasures"."confirmed_by_id" <> "erasures"."asked_by_id")
);

ALTER TABLE "school_info" ADD COLUMN "prospect_months" integer DEFAULT 24 NOT NULL;
ALTER TABLE "school_info" ADD COLUMN "audit_address_months" integer DEFAULT 12 NOT NULL;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_confirmed_by_id_users_id_fk" FOREIGN KEY ("confirmed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_withdrawn_by_id_users_id_fk" FOREIGN KEY ("withdrawn_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "erasures_once" ON "erasures" USING btree ("person_id") WHERE "erasures"."withdrawn_at" is null;
CREATE INDEX "erasures_person" ON "erasures" USING btree ("person_id");
ALTER TABLE "school_info" ADD CONSTRAINT "school_info_prospect_months" CHECK ("school_info"."prospect_months" between 0 and 120);
ALTER TABLE "school_info" ADD CONSTRAINT "school_info_audit_address_months" CHECK ("school_info"."audit_address_months" between 0 and 120);
-- A person is erased by erase_person() alone: docs/domain.md, "A person's data". The rows that
-- never change give way to it in these columns, and to cut_audit_addresses() in two of the log.
-- Whoever calls is read from the call stack, which no setting of a session can imitate.
CREATE FUNCTION erasable_columns(of_table text, stack text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stack ~ '(^|\n)PL/pgSQL function (public\.)?erase_person\(text,uuid\) line ' THEN
      CASE of_table
        WHEN 'audit_log' THEN '{before,after,reason,actor_name}'
        WHEN 'alerts' THEN '{detail,note}'
        WHEN 'certificates' THEN '{content,hash}'
        WHEN 'closings' THEN '{reason}'
        WHEN 'continuing_replies' THEN '{reason}'
        WHEN 'drawer_movements' THEN '{reason,received_by}'
        WHEN 'enrolment_states' THEN '{reason}'
        WHEN 'exchange_rates' THEN '{created_by,approved_by,note,search}'
        WHEN 'instalments' THEN '{reason}'
        WHEN 'order_lines' THEN '{reason}'
        WHEN 'orders' THEN '{walk_in_name,walk_in_phone,note,void_reason,search}'
        WHEN 'payment_notes' THEN '{text,answer}'
        WHEN 'payments' THEN '{reason}'
        WHEN 'safe_movements' THEN '{reason,received_by}'
        WHEN 'teacher_rates' THEN '{created_by,approved_by,note}'
        ELSE '{}'
      END::text[]
    WHEN stack ~ '(^|\n)PL/pgSQL function (public\.)?cut_audit_addresses\(timestamp with time zone\) line '
      AND of_table = 'audit_log' THEN '{ip,device}'
    ELSE '{}'
  END
$$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
  allowed text;
  stack text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    FOREACH allowed IN ARRAY coalesce(TG_ARGV, '{}') LOOP
      IF left(allowed, 1) <> '+' OR before ->> substr(allowed, 2) IS NULL THEN
        before := before - ltrim(allowed, '+');
        after := after - ltrim(allowed, '+');
      END IF;
    END LOOP;
    IF after = before THEN
      RETURN NEW;
    END IF;
    GET DIAGNOSTICS stack = PG_CONTEXT;
    IF after - erasable_columns(TG_TABLE_NAME, stack)
        = before - erasable_columns(TG_TABLE_NAME, stack) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'Rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Cuts addresses and devices out of rows before a moment, some at a time; returns their number.
CREATE FUNCTION cut_audit_addresses(before_moment timestamp with time zone) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  cut integer;
BEGIN
  UPDATE audit_log SET ip = '', device = '' WHERE id IN (
    SELECT id FROM audit_log
    WHERE at < before_moment AND (ip <> '' OR device NOT IN ('', 'server'))
    ORDER BY at LIMIT 5000);
  GET DIAGNOSTICS cut = ROW_COUNT;
  RETURN cut;
END $$;

-- True if a text holds one of the others, whatever the case.
CREATE FUNCTION holds_any(value text, texts text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (SELECT FROM unnest(texts) one WHERE position(lower(one) IN lower(value)) > 0)
$$;

-- Puts another text in the place of each. Latin words are whole words in any case; Lao has no
-- blanks between words, so a Lao name is found inside a sentence too.
CREATE FUNCTION erased_text(value text, texts text[], instead text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  one text;
BEGIN
  FOREACH one IN ARRAY coalesce(texts, '{}') LOOP
    IF one ~ '^[A-Za-z ]+$' THEN
      value := regexp_replace(value, '\m' || one || '\M', instead, 'gi');
    ELSE
      value := replace(value, one, instead);
    END IF;
  END LOOP;
  RETURN value;
END $$;

-- A stored record without the person. "relation" says whose object it is: 2 the person's own, 1 of
-- something that names the person by id, 0 of anything else; objects inside tell it by their ids.
-- "of_kind" is the key under which such an object holds the person; "texts" are theirs anywhere,
-- "words" in what is theirs.
CREATE FUNCTION erased_json(
  value jsonb, ids text[], relation integer, of_kind text, texts text[], words text[], code text
) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  result jsonb;
  own constant text[] := '{firstNameEn,lastNameEn,nickname,phone,phone2,whatsapp,line,facebook,email,idNumber,nationality,currentSchool,grade,village,district,provinceCode,healthNote,note,occupation,qualifications,statusReason,photoFileId,profileImage}';
  linked constant text[] := '{firstNameEn,lastNameEn,nickname,phone,email,note,comment,healthNote,walkInName,walkInPhone}';
BEGIN
  IF value IS NULL OR jsonb_typeof(value) IN ('null', 'number', 'boolean') THEN
    RETURN value;
  END IF;
  IF jsonb_typeof(value) = 'string' THEN
    RETURN to_jsonb(erased_text(value #>> '{}', texts, 'Erased ' || code));
  END IF;
  IF jsonb_typeof(value) = 'array' THEN
    SELECT coalesce(
      jsonb_agg(erased_json(one, ids, 0, of_kind, texts, words, code) ORDER BY place), '[]')
    INTO result FROM jsonb_array_elements(value) WITH ORDINALITY parts (one, place);
    RETURN result;
  END IF;
  IF value ->> '_id' = ANY (ids) OR value ->> 'id' = ANY (ids) THEN
    relation := 2;
  ELSIF relation = 0 AND EXISTS (
    SELECT FROM jsonb_each_text(value) part
    WHERE part.key IN ('studentId', 'parentId', 'guardianId', 'teacherId', 'userId',
      'payerParentId', 'payerStudentId', 'payerId', 'personId') AND part.value = ANY (ids)
  ) THEN
    relation := 1;
  END IF;
  SELECT coalesce(jsonb_object_agg(part.key, CASE
    WHEN relation > 0 AND part.key = 'firstName' THEN '"Erased"'::jsonb
    WHEN relation > 0 AND part.key = 'lastName' THEN to_jsonb(code)
    WHEN relation = 2 AND part.key IN ('name', 'nameEn', 'nameLo')
      THEN to_jsonb('Erased ' || code)
    WHEN relation > 0 AND part.key = 'dateOfBirth' AND jsonb_typeof(part.value) = 'string'
      THEN to_jsonb(left(part.value #>> '{}', 4) || '-01-01')
    WHEN relation = 2 AND part.key = ANY (own) OR relation = 1 AND part.key = ANY (linked)
      THEN CASE jsonb_typeof(part.value) WHEN 'string' THEN '""'::jsonb ELSE 'null'::jsonb END
    WHEN relation > 0 AND jsonb_typeof(part.value) = 'string'
      THEN to_jsonb(erased_text(part.value #>> '{}', words, 'Erased ' || code))
    ELSE erased_json(part.value, ids,
      CASE WHEN relation > 0 AND part.key = of_kind THEN 1 ELSE 0 END, of_kind, texts, words, code)
  END), '{}') INTO result FROM jsonb_each(value) part;
  RETURN result;
END $$;

-- The stored and the written forms of a phone number.
CREATE FUNCTION phone_forms(phone text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[
    phone,
    '0' || part[1] || ' ' || part[2] || ' ' || part[3],
    '0' || part[1] || part[2] || part[3]
  ], NULL)
  FROM (SELECT regexp_match(phone, '^\+856(20|30|\d{2})(\d{3,4})(\d{3,4})$') AS part) parts
$$;

-- Erases one person with every record that was merged into theirs. Names become "Erased" and the
-- code; contacts, notes and photos go; of a birthday the year stays. Ids, sums, states, marks and
-- the chain of receipts stay. Returns the name from now on; null for a person nobody knows.
CREATE FUNCTION erase_person(of_kind text, of_person uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb[];
  ids uuid[];
  id_texts text[];
  own_code text;
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
  SELECT array_agg((one ->> 'id')::uuid), array_agg(one ->> 'id'),
    array_remove(array_agg((one ->> 'photo')::uuid), NULL)
  INTO ids, id_texts, photos FROM unnest(facts) one;
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
    WHERE length(btrim(name)) > 1 AND btrim(name) <> 'Erased'
  ) named;
  SELECT coalesce(array_agg(form), '{}') INTO contacts
  FROM unnest(contacts) contact, LATERAL unnest(phone_forms(contact)) form WHERE length(form) > 4;

  -- Texts that can mean nobody else stand for this person anywhere. A name or a number that
  -- another person has too is erased only in rows that are theirs.
  SELECT coalesce(array_agg(one ORDER BY length(one) DESC), '{}') INTO texts FROM (
    SELECT f || ' ' || l FROM unnest(firsts) f, unnest(lasts) l
    UNION SELECT unnest(contacts)
  ) full_texts (one)
  WHERE NOT EXISTS (
    SELECT FROM students o WHERE o.id <> ALL (ids) AND one IN (
      o.first_name || ' ' || o.last_name, o.first_name_en || ' ' || o.last_name_en, o.email, o.id_number))
    AND NOT EXISTS (SELECT FROM parents o WHERE o.id <> ALL (ids) AND one IN (
      o.first_name || ' ' || o.last_name, o.email, o.line, o.facebook))
    AND NOT EXISTS (SELECT FROM teachers o WHERE o.id <> ALL (ids) AND one IN (
      o.first_name || ' ' || o.last_name, o.first_name_en || ' ' || o.last_name_en, o.email))
    AND NOT EXISTS (SELECT FROM users o WHERE o.id <> ALL (ids) AND one IN (
      o.first_name || ' ' || o.last_name, o.email))
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
  DELETE FROM files WHERE id = ANY (photos)
    AND NOT EXISTS (SELECT FROM students WHERE photo_file_id = files.id)
    AND NOT EXISTS (SELECT FROM parents WHERE photo_file_id = files.id)
    AND NOT EXISTS (SELECT FROM teachers WHERE photo_file_id = files.id)
    AND NOT EXISTS (SELECT FROM users WHERE profile_image = files.id);

  -- Rows that are theirs: notes go, reasons lose the name.
  SELECT coalesce(array_agg(id), '{}') INTO places FROM enrolments WHERE student_id = ANY (ids);
  SELECT coalesce(array_agg(id), '{}') INTO their_orders FROM orders
  WHERE payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids)
    OR id IN (SELECT order_id FROM order_lines WHERE student_id = ANY (ids));
  SELECT coalesce(array_agg(id), '{}') INTO walk_ins FROM orders
  WHERE walk_in_name <> '' AND (walk_in_name = ANY (texts) OR walk_in_phone = ANY (texts));
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

  -- Rows of others that name them.
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

  -- Files that were read in.
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
  UPDATE imports SET rows = erased_json(rows, id_texts, 0, own_key, texts, words, own_code),
    result = erased_json(result, id_texts, 0, own_key, texts, words, own_code),
    added = erased_json(added, id_texts, 0, own_key, texts, words, own_code)
  WHERE holds_any(concat_ws(' ', rows, result, added), texts || id_texts);

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
