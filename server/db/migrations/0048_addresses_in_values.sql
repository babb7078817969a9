-- Addresses and devices stand in the values of some rows of the log too, and in alerts of sign-ins.
-- They are cut with the columns: docs/security.md, "Kinds of data".
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
        WHEN 'order_lines' THEN '{reason}'
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

-- The detail of an alert without the address and the device of a sign-in; the account stays.
CREATE FUNCTION detail_without_address(kind text, detail text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN kind = 'addressFailures' THEN ''
    WHEN kind IN ('accountFailures', 'newDevice', 'temporaryPasswordUsed')
      THEN split_part(detail, ' · ', 1)
    ELSE detail
  END
$$;

-- A stored value of the log without an address and a device: of a device that its person ended, and
-- of an alert that was closed.
CREATE FUNCTION value_without_address(action text, entity text, value jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN action = 'end-session' THEN nullif(value - '{address,deviceName}'::text[], '{}')
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
      OR (action = 'end-session' OR entity = 'alerts')
        AND (value_without_address(action, entity, before), value_without_address(action, entity, after))
          IS DISTINCT FROM (before, after))
    ORDER BY at LIMIT 5000);
  GET DIAGNOSTICS cut = ROW_COUNT;
  RETURN cut;
END $$;
