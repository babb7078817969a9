-- An erasure also finds a name in the names and texts of things that people call after somebody:
-- courses, fees, rooms, drawers, sets of rights, passkeys, the holder of a bank account. Names of
-- passkeys leave the log with the devices. docs/domain.md, "A person's data". What changed stands
-- here whole.

CREATE OR REPLACE FUNCTION erasable_columns(of_table text, stack text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stack ~ '(^|\n)PL/pgSQL function (public\.)?erase_person\(text,uuid\) line ' THEN
      CASE of_table
        WHEN 'audit_log' THEN '{before,after,reason,actor_name,entity_id}'
        WHEN 'alerts' THEN '{detail,note}'
        WHEN 'branch_settlements' THEN '{note}'
        WHEN 'certificates' THEN '{content,hash,revoke_reason}'
        WHEN 'closings' THEN '{reason}'
        WHEN 'continuing_replies' THEN '{reason}'
        WHEN 'drawer_movements' THEN '{reason,received_by}'
        WHEN 'enrolment_states' THEN '{reason}'
        WHEN 'exchange_rates' THEN '{created_by,approved_by,note,search}'
        WHEN 'instalments' THEN '{reason}'
        WHEN 'order_lines' THEN '{reason,name_en,name_lo}'
        WHEN 'number_gaps' THEN '{reason}'
        WHEN 'orders' THEN '{walk_in_name,walk_in_phone,note,void_reason,search}'
        WHEN 'payment_notes' THEN '{text,answer}'
        WHEN 'payments' THEN '{reason,reference,slip_file_id}'
        WHEN 'safe_movements' THEN '{reason,received_by}'
        WHEN 'stock_movements' THEN '{reason}'
        WHEN 'teacher_rates' THEN '{created_by,approved_by,note}'
        ELSE '{}'
      END::text[]
    WHEN stack ~ '(^|\n)PL/pgSQL function (public\.)?cut_audit_addresses\(timestamp with time zone\) line '
      THEN CASE of_table
        WHEN 'audit_log' THEN '{ip,device,before,after}'
        WHEN 'alerts' THEN '{detail}'
        ELSE '{}'
      END::text[]
    ELSE '{}'
  END
$$;

-- A stored value of the log without an address and a device: of a device that its person ended, of
-- an alert that was closed, and of a passkey, which people name after the device that holds it.
CREATE OR REPLACE FUNCTION value_without_address(action text, entity text, value jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN action = 'end-session' THEN nullif(value - '{address,deviceName}'::text[], '{}')
    WHEN action IN ('add-passkey', 'rename-passkey', 'remove-passkey')
      THEN nullif(value - 'name', '{}')
    WHEN entity = 'alerts' AND value ->> 'detail' <> '' THEN jsonb_set(value, '{detail}',
      to_jsonb(detail_without_address(value ->> 'kind', value ->> 'detail')))
    ELSE value
  END
$$;

CREATE OR REPLACE FUNCTION cut_audit_addresses(before_moment timestamp with time zone)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  cut integer;
BEGIN
  UPDATE alerts SET detail = detail_without_address(kind, detail)
  WHERE at < before_moment AND detail <> detail_without_address(kind, detail);
  UPDATE audit_log SET ip = '', device = '',
    before = value_without_address(action, entity, before),
    after = value_without_address(action, entity, after)
  WHERE id IN (
    SELECT id FROM audit_log
    WHERE at < before_moment AND (ip <> '' OR device NOT IN ('', 'server')
      OR (action IN ('end-session', 'add-passkey', 'rename-passkey', 'remove-passkey')
          OR entity = 'alerts')
        AND (value_without_address(action, entity, before), value_without_address(action, entity, after))
          IS DISTINCT FROM (before, after))
    ORDER BY at LIMIT 5000);
  GET DIAGNOSTICS cut = ROW_COUNT;
  RETURN cut;
END $$;

DROP FUNCTION erased_text(text, text[], text, text[]);
-- Puts another text in the place of each. The spared ones, given in small letters, stay as they are.
-- The longest that begins at a place wins, so a name inside a longer one is told from it. A field that
-- was within its limit stays within it: where the other text is too long, its first word stands, and
-- the end is cut. A field without a limit in "most" has one of the usual ones.
CREATE FUNCTION erased_text(
  value text, texts text[], instead text, spared text[] DEFAULT '{}', most integer DEFAULT NULL
) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  pattern text;
  small text := folded(value);
  result text;
BEGIN
  -- The pattern is dear, and most texts have none of them.
  IF NOT holds_any(value, texts) THEN
    RETURN value;
  END IF;
  SELECT '(?:' || string_agg(erasure_pattern(one), '|') || ')' INTO pattern
  FROM unnest(texts || spared) one WHERE position(folded(one) IN small) > 0;
  SELECT string_agg(piece || CASE WHEN hit IS NULL THEN ''
    WHEN folded(hit[1]) IN (SELECT folded(one) FROM unnest(spared) one) THEN hit[1]
    ELSE instead END, '' ORDER BY place)
  INTO result FROM regexp_split_to_table(value, pattern, 'i') WITH ORDINALITY pieces (piece, place)
  LEFT JOIN regexp_matches(value, pattern, 'gi') WITH ORDINALITY hits (hit, place) USING (place);
  most := coalesce(most, (
    SELECT min(usual) FROM unnest('{200,300,500,1000,2000}'::integer[]) usual
    WHERE usual >= length(value)));
  IF length(result) <= most OR most IS NULL THEN
    RETURN result;
  END IF;
  IF instead LIKE '% %' THEN
    RETURN erased_text(value, texts, split_part(instead, ' ', 1), spared, most);
  END IF;
  RETURN left(result, most);
END $$;

-- A stored value without the codes of banks that name somebody: a code has no blanks around a name.
CREATE FUNCTION without_codes_of(value jsonb, texts text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  small text := lower(value::text);
  one text;
BEGIN
  FOREACH one IN ARRAY texts LOOP
    IF one LIKE '% %' AND position(lower(one) IN small) > 0 THEN
      value := regexp_replace(value::text, '"qrText": "[^"]*'
        || regexp_replace(one, '([]\\^$*+?(){}|.[-])', '\\\1', 'g') || '[^"]*"', '"qrText": ""', 'gi')::jsonb;
    END IF;
  END LOOP;
  RETURN value;
END $$;

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
  nicks text[];
  contacts text[];
  texts text[];
  words text[];
  spared text[];
  photos uuid[];
  walk_ins uuid[];
  their_orders uuid[];
  places uuid[];
  their_payments uuid[];
  told_places uuid[];
  told_payments uuid[];
  their_rows text[];
  pictures uuid[];
  free_text text;
  their_accounts uuid[];
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
    coalesce(array_agg(DISTINCT name) FILTER (WHERE part = 'nick'), '{}'),
    coalesce(array_agg(DISTINCT name) FILTER (WHERE part = 'contact'), '{}')
  INTO firsts, lasts, nicks, contacts FROM (
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
    SELECT name FROM unnest(firsts) f, unnest(lasts) l, LATERAL (
      VALUES (f || ' ' || l), (l || ' ' || f)) both_ways (name)
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
    SELECT name FROM unnest(firsts) f, unnest(lasts) l, LATERAL (
      VALUES (f || ' ' || l), (l || ' ' || f)) both_ways (name)
    UNION SELECT unnest(contacts) UNION SELECT unnest(firsts) UNION SELECT unnest(lasts)
    UNION SELECT unnest(nicks)
  ) own_words (one);

  -- Full names and addresses of others, old ones too, that hold a word of this person. They stay
  -- whole in the rows of this person, because nothing else finds them there later.
  SELECT coalesce(array_agg(DISTINCT lower(one)), '{}') INTO spared FROM (
    WITH names AS (
      SELECT DISTINCT person, part, btrim(name) AS name FROM (
        SELECT id::text, to_jsonb(s) FROM students s
        UNION ALL SELECT id::text, to_jsonb(p) FROM parents p
        UNION ALL SELECT id::text, to_jsonb(t) FROM teachers t
        UNION ALL SELECT id::text, to_jsonb(u) FROM users u
        UNION ALL SELECT entity_id, written
        FROM audit_log, LATERAL (VALUES (before), (after)) both_sides (written)
        WHERE entity IN ('students', 'parents', 'teachers', 'staff-accounts', 'users')
      ) records (person, record), LATERAL (VALUES
        ('first', record ->> 'first_name'), ('first', record ->> 'first_name_en'),
        ('first', record ->> 'firstName'), ('first', record ->> 'firstNameEn'),
        ('last', record ->> 'last_name'), ('last', record ->> 'last_name_en'),
        ('last', record ->> 'lastName'), ('last', record ->> 'lastNameEn'),
        ('contact', record ->> 'email'), ('contact', record ->> 'line'),
        ('contact', record ->> 'facebook')
      ) parts (part, name)
      WHERE person <> ALL (id_texts) AND length(btrim(name)) > 1 AND btrim(name) <> 'Erased'
    )
    SELECT f.name || ' ' || l.name FROM names f JOIN names l USING (person)
    WHERE f.part = 'first' AND l.part = 'last'
    UNION ALL SELECT name FROM names
    WHERE part = 'contact' AND (name LIKE '%@%' OR length(name) > 7)
  ) of_others (one)
  WHERE holds_any(one, words) AND lower(one) NOT IN (SELECT lower(word) FROM unnest(words) word);

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
    UPDATE teacher_rates SET note = erased_text(note, words, instead, spared)
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
  their_orders := their_orders || walk_ins;
  -- Places and payments of others, refunds and corrections: what was said of an order of this person
  -- stands there too.
  SELECT places || coalesce(array_agg(enrolment_id), '{}') INTO told_places
  FROM order_lines WHERE order_id = ANY (their_orders) AND enrolment_id IS NOT NULL;
  SELECT their_payments || coalesce(array_agg(payment_id), '{}') INTO told_payments
  FROM allocations WHERE order_id = ANY (their_orders);
  SELECT told_payments || coalesce(array_agg(id), '{}') INTO told_payments FROM (
    SELECT refund_id FROM allocations
    WHERE payment_id = ANY (told_payments) AND refund_id IS NOT NULL
    UNION SELECT id FROM payments WHERE mends_id = ANY (told_payments)) more (id);
  UPDATE attendance SET note = '' WHERE student_id = ANY (ids) AND note <> '';
  UPDATE scores SET comment = '' WHERE enrolment_id = ANY (places) AND comment <> '';
  UPDATE class_results SET comment = '' WHERE enrolment_id = ANY (places) AND comment <> '';
  UPDATE enrolments SET note = '' WHERE id = ANY (places) AND note <> '';
  UPDATE enrolments SET
    no_charge_reason = erased_text(no_charge_reason, words, instead, spared),
    override_reason = erased_text(override_reason, words, instead, spared),
    status_reason = erased_text(status_reason, words, instead, spared)
  WHERE id = ANY (told_places)
    AND holds_any(concat_ws(' ', no_charge_reason, override_reason, status_reason), words);
  UPDATE enrolment_leavings SET status_reason = erased_text(status_reason, words, instead, spared)
  WHERE enrolment_id = ANY (told_places);
  UPDATE enrolment_states SET reason = erased_text(reason, words, instead, spared)
  WHERE enrolment_id = ANY (told_places) AND holds_any(reason, words);
  UPDATE continuing_replies SET reason = erased_text(reason, words, instead, spared)
  WHERE enrolment_id = ANY (told_places) AND holds_any(reason, words);
  UPDATE transfer_requests SET reason = erased_text(reason, words, instead, spared),
    waive_reason = erased_text(waive_reason, words, instead, spared),
    override_reason = erased_text(override_reason, words, instead, spared),
    end_reason = erased_text(end_reason, words, instead, spared)
  WHERE enrolment_id = ANY (told_places);
  UPDATE orders SET note = '' WHERE id = ANY (their_orders) AND note <> ''
    AND (payer_parent_id = ANY (ids) OR payer_student_id = ANY (ids));
  UPDATE orders SET note = erased_text(note, words, instead, spared),
    void_reason = erased_text(void_reason, words, instead, spared)
  WHERE id = ANY (their_orders) AND holds_any(note || ' ' || coalesce(void_reason, ''), words);
  UPDATE orders SET walk_in_name = 'Erased', walk_in_phone = '', search = lower(number)
  WHERE id = ANY (walk_ins);
  UPDATE order_lines SET reason = erased_text(reason, words, instead, spared)
  WHERE order_id = ANY (their_orders) AND holds_any(reason, words);
  UPDATE instalments SET reason = erased_text(reason, words, instead, spared)
  WHERE order_id = ANY (their_orders) AND holds_any(reason, words);
  UPDATE refund_requests SET reason = erased_text(reason, words, instead, spared),
    decision = erased_text(decision, words, instead, spared)
  WHERE order_id = ANY (their_orders);
  UPDATE payments SET reason = erased_text(reason, words, instead, spared)
  WHERE id = ANY (told_payments) AND holds_any(reason, words);
  UPDATE payment_notes SET text = erased_text(text, words, instead, spared),
    answer = erased_text(answer, words, instead, spared)
  WHERE payment_id = ANY (told_payments) AND holds_any(text || ' ' || answer, words);
  UPDATE stock_movements SET reason = erased_text(reason, words, instead, spared)
  WHERE paper_id = ANY (their_orders) AND holds_any(reason, words);
  UPDATE drawer_movements SET reason = erased_text(reason, words, instead, spared),
    received_by = erased_text(received_by, words, instead, spared)
  WHERE payment_id = ANY (told_payments) AND holds_any(concat_ws(' ', reason, received_by), words);

  -- A picture of a slip shows who paid. The payment keeps its sum, reference, day and who checked it.
  SELECT photos || coalesce(array_agg(slip_file_id) FILTER (WHERE slip_file_id IS NOT NULL), '{}')
  INTO pictures FROM payments WHERE id = ANY (their_payments);
  UPDATE payments SET slip_file_id = NULL
  WHERE id = ANY (their_payments) AND slip_file_id IS NOT NULL;
  -- An account of the centre in their name, which is closed by now. Its number stays, because the rows
  -- of its statements are found by it; the code and its picture show the holder, so both go.
  SELECT coalesce(array_agg(id), '{}'),
    pictures || coalesce(array_agg(qr_file_id) FILTER (WHERE qr_file_id IS NOT NULL), '{}')
  INTO their_accounts, pictures FROM bank_accounts
  WHERE holds_any(account_name || ' ' || bank, texts) OR EXISTS (
    SELECT FROM unnest(texts) one
    WHERE one LIKE '% %' AND position(lower(one) IN lower(qr_text)) > 0);
  UPDATE bank_accounts SET account_name = erased_text(account_name, texts, instead, '{}', 80),
    bank = erased_text(bank, texts, instead, '{}', 60), qr_text = '', qr_file_id = NULL,
    tried_at = NULL
  WHERE id = ANY (their_accounts);
  UPDATE branches SET version = version + 1, updated_at = now()
  WHERE id IN (SELECT branch_id FROM bank_accounts WHERE id = ANY (their_accounts));

  -- References are unique, so each gets the end of its own id.
  UPDATE payments SET reference = erased_text(reference,
    CASE WHEN id = ANY (their_payments) THEN words ELSE texts END,
    own_code || ' ' || right(id::text, 8), spared)
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
  UPDATE bank_statement_lines SET description = erased_text(description, words, instead, spared)
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
    detailed = erased_json(detailed, id_texts, 0, own_key, texts, words, own_code, spared),
    left_out = erased_json(left_out, id_texts, 0, own_key, texts, words, own_code, spared)
  WHERE holds_any(unescaped(concat_ws(' ', detailed, left_out)), texts);

  -- A certificate has the name in its hash, so it is revoked and gets another content and hash.
  UPDATE certificates SET revoked_at = now(), revoke_reason = 'Erased'
  WHERE enrolment_id = ANY (places) AND revoked_at IS NULL;
  UPDATE certificates SET revoke_reason = erased_text(revoke_reason, words, instead, spared)
  WHERE enrolment_id = ANY (told_places) AND holds_any(revoke_reason, words);
  UPDATE certificates SET content = erased.content,
    hash = encode(sha256(convert_to(erased.content, 'UTF8')), 'hex')
  FROM (
    SELECT id, jsonb_set(jsonb_set(content::jsonb, '{student,name}', to_jsonb(instead)),
      '{student,latin}', '""')::text AS content
    FROM certificates WHERE enrolment_id = ANY (places)) erased
  WHERE certificates.id = erased.id;

  -- Texts in rows of others that name them.
  FOREACH free_text IN ARRAY ARRAY[
    'announcement_files.name.120', 'attendance.note', 'backups.reason',
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
    'refund_requests.reason', 'saved_views.search', 'scores.comment',
    'stock_counts.reason', 'stock_movements.reason', 'stock_transfers.end_reason',
    'stock_transfers.note', 'students.health_note', 'students.note', 'students.status_reason',
    'teacher_rates.approved_by', 'teacher_rates.created_by', 'teacher_rates.note', 'teachers.note',
    'teachers.qualifications', 'transfer_lines.note', 'transfer_requests.end_reason',
    'transfer_requests.override_reason', 'transfer_requests.reason',
    'transfer_requests.waive_reason'
  ] LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = erased_text(%2$I, $1, $2, ''{}'', $3)
      WHERE %2$I <> '''' AND holds_any(%2$I, $1)',
      split_part(free_text, '.', 1), split_part(free_text, '.', 2))
    USING texts, CASE WHEN free_text LIKE '%.search' THEN lower(instead) ELSE instead END,
      nullif(split_part(free_text, '.', 3), '')::integer;
  END LOOP;
  -- Things that people call after somebody, each with its longest text. A form that is open is
  -- refused afterwards, or it would write the name again.
  FOREACH free_text IN ARRAY ARRAY[
    'academic_terms.name.60', 'assessments.name.60', 'branches.open_hours.120',
    'branches.receipt_footer.300', 'course_categories.name_en.60', 'course_categories.name_lo.60',
    'course_fees.name.60', 'course_fees.price_category.40', 'courses.description.500',
    'courses.level.20', 'courses.name_en.60', 'courses.name_lo.60', 'discount_rules.name_en.60',
    'discount_rules.name_lo.60', 'parents.occupation.80', 'passkeys.name.60', 'product_categories.name_en.60',
    'product_categories.name_lo.60', 'products.name_en.60', 'products.name_lo.60',
    'rooms.equipment.200', 'school_info.receipt_note_en.300', 'school_info.receipt_note_lo.300',
    'school_info.refund_policy.1000', 'students.current_school.80', 'students.price_category.40'
  ] LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = erased_text(%2$I, $1, $2, ''{}'', $3)%3$s
      WHERE %2$I <> '''' AND holds_any(%2$I, $1)',
      split_part(free_text, '.', 1), split_part(free_text, '.', 2), (
        SELECT coalesce(string_agg(CASE column_name WHEN 'version' THEN ', version = version + 1'
          ELSE ', search = erased_text(search, $1, lower($2))' END, ''), '')
        FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = split_part(free_text, '.', 1)
          AND (column_name = 'version'
            OR column_name = 'search' AND table_name NOT IN ('students', 'parents', 'branches'))))
    USING texts, instead, split_part(free_text, '.', 3)::integer;
  END LOOP;
  -- Names that are unique, so each gets the end of its own id.
  FOREACH free_text IN ARRAY ARRAY[
    'drawers.60', 'permission_sets.60', 'rooms.60', 'saved_views.40'
  ] LOOP
    EXECUTE format('UPDATE %1$I SET
        name = left(erased_text(name, $1, $2), $3 - 9) || '' '' || right(id::text, 8)%2$s
      WHERE holds_any(name, $1)',
      split_part(free_text, '.', 1), CASE split_part(free_text, '.', 1)
        WHEN 'rooms' THEN ', version = version + 1, search = erased_text(search, $1, lower($2))'
        WHEN 'permission_sets' THEN ', version = version + 1' ELSE '' END)
    USING texts, instead, split_part(free_text, '.', 2)::integer;
  END LOOP;
  -- Lines have the names that their things had; there are many lines, and few names.
  UPDATE order_lines SET name_en = erased_text(order_lines.name_en, texts, instead),
    name_lo = erased_text(order_lines.name_lo, texts, instead)
  FROM (SELECT DISTINCT name_en, name_lo FROM order_lines) named
  WHERE holds_any(named.name_en || ' ' || named.name_lo, texts)
    AND order_lines.name_en = named.name_en AND order_lines.name_lo = named.name_lo;
  UPDATE academic_terms SET version = version + 1,
    holidays = erased_json(holidays, id_texts, 0, own_key, texts, words, own_code, spared)
  WHERE holds_any(unescaped(holidays::text), texts);
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
  UPDATE branches SET manager = erased_text(manager, texts, instead, '{}', 80),
    version = version + 1,
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
    headings = erased_json(headings, id_texts, 0, own_key, texts, words, own_code, spared),
    questions = erased_json(questions, id_texts, 0, own_key, texts, words, own_code, spared),
    left_out = erased_json(left_out, id_texts, 0, own_key, texts, words, own_code, spared)
  WHERE holds_any(unescaped(concat_ws(' ', headings, questions, left_out)), texts);
  UPDATE moved_money SET key = erased_text(key, texts, instead || ' ' || row_id)
  WHERE holds_any(key, texts);
  UPDATE move_rows SET cells = '[]', edits = '{}', problems = '[]', name = instead, input = NULL,
    changes = NULL
  WHERE record_id = ANY (ids);
  UPDATE move_rows SET name = erased_text(name, texts, instead),
    cells = erased_json(cells, id_texts, 0, own_key, texts, words, own_code, spared),
    edits = erased_json(edits, id_texts, 0, own_key, texts, words, own_code, spared),
    problems = erased_json(problems, id_texts, 0, own_key, texts, words, own_code, spared),
    input = erased_json(input, id_texts, 0, own_key, texts, words, own_code, spared),
    changes = erased_json(changes, id_texts, 0, own_key, texts, words, own_code, spared)
  WHERE holds_any(
    concat_ws(' ', name, unescaped(concat_ws(' ', cells, edits, problems, input, changes))),
    texts || id_texts);

  -- The log, the kept answers and the requests.
  UPDATE audit_log SET
    before = erased_json(before, id_texts, 2, own_key, words, words, own_code, spared),
    after = erased_json(after, id_texts, 2, own_key, words, words, own_code, spared),
    reason = erased_text(reason, words, instead, spared)
  WHERE entity_id = ANY (id_texts)
    AND entity IN ('students', 'parents', 'teachers', 'staff-accounts', 'users');
  UPDATE audit_log SET
    before = erased_json(before, id_texts, 1, own_key, texts, words, own_code, spared),
    after = erased_json(after, id_texts, 1, own_key, texts, words, own_code, spared)
  WHERE entity = 'orders' AND entity_id = ANY (walk_ins::text[]);
  SELECT told_places::text[] || their_orders::text[] || told_payments::text[]
    || coalesce(array_agg(id::text), '{}')
  INTO their_rows FROM (
    SELECT id FROM transfer_requests WHERE enrolment_id = ANY (told_places)
    UNION ALL SELECT id FROM certificates WHERE enrolment_id = ANY (told_places)) more;
  UPDATE audit_log SET before = erased_remarks(before, words, instead, spared),
    after = erased_remarks(after, words, instead, spared),
    reason = erased_text(reason, words, instead, spared)
  WHERE entity_id = ANY (their_rows)
    AND holds_any(concat_ws(' ', unescaped(concat_ws(' ', before, after)), reason), words);
  UPDATE audit_log SET
    before = erased_json(before, id_texts, 0, own_key, texts, words, own_code, spared),
    after = erased_json(after, id_texts, 0, own_key, texts, words, own_code, spared),
    reason = erased_text(reason, texts, instead)
  WHERE holds_any(
    concat_ws(' ', unescaped(concat_ws(' ', before, after)), reason), texts || id_texts);
  UPDATE audit_log SET before = without_codes_of(before, texts), after = without_codes_of(after, texts)
  WHERE entity = 'branches' AND concat_ws(' ', before, after) LIKE '%"qrText"%'
    AND (without_codes_of(before, texts), without_codes_of(after, texts))
      IS DISTINCT FROM (before, after);
  UPDATE idempotency_keys SET answer = without_codes_of(answer, texts)
  WHERE answer::text LIKE '%"qrText"%' AND without_codes_of(answer, texts) <> answer;
  -- The paths of screens that were refused, which a request may make up.
  UPDATE audit_log SET entity_id = erased_text(entity_id, texts, own_code)
  WHERE entity = 'screens' AND holds_any(entity_id, texts);
  UPDATE idempotency_keys SET answer = erased_remarks(answer, words, instead, spared)
  WHERE holds_any(unescaped(answer::text), words) AND holds_any(answer::text, id_texts || their_rows);
  UPDATE idempotency_keys SET
    answer = erased_json(answer, id_texts, 0, own_key, texts, words, own_code, spared)
  WHERE holds_any(unescaped(answer::text), texts || id_texts);
  UPDATE erasures SET reason = '' WHERE person_id = ANY (ids);
  RETURN instead;
END $$;
