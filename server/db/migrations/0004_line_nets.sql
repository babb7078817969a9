-- A reduction belongs to a line (docs/money.md, "Reductions").
CREATE INDEX order_lines_loose ON order_lines (order_id)
  WHERE kind = 'adjustment' and of_line_id is null and (amount_lak < 0 or quantity < 0);

-- Not valid, because older versions wrote reductions that name no line, and rows never change.
ALTER TABLE order_lines ADD CONSTRAINT order_lines_reduction
  CHECK (kind <> 'adjustment' or of_line_id is not null or amount_lak >= 0) NOT VALID;

-- All lines, with each reduction that names no line replaced by its shares of the charged lines:
-- those of its student first, and then all, each at most to 0. `withReductionsShared` in
-- contract/line-nets.ts computes the same. All windows are parts of one order, so a query for one
-- order reads that order only.
CREATE VIEW line_nets AS
SELECT id, order_id, "position", kind, of_line_id, student_id, enrolment_id, fee_id, product_id,
  name_en, name_lo, quantity, sessions, unit_price, currency, rate, rate_id, amount_lak,
  minimum_lak, covers_from, covers_to, rule_id, percent, reason, approved_by_id, receipt_id, by_id,
  at, false AS is_shared
FROM order_lines
WHERE not (kind = 'adjustment' and of_line_id is null and (amount_lak < 0 or quantity < 0))
UNION ALL
SELECT first.id, shared.order_id, first."position", 'adjustment', shared.id, shared.student_id,
  first.enrolment_id, first.fee_id, first.product_id, first.name_en, first.name_lo, 0, 0,
  first.unit_price, first.currency, first.rate, first.rate_id, (-shared.taken)::bigint, 0, null,
  null, first.rule_id, first.percent, first.reason, first.approved_by_id, first.receipt_id,
  first.by_id, first.at, true
FROM (
  -- A share that its line no longer has room for goes to the first lines that have.
  SELECT fitted.*,
    fits + least(room - fits, greatest(0, off_all - sum(fits) OVER of_order
      - (sum(room - fits) OVER so_far - (room - fits)))) AS taken
  FROM (
    SELECT planned.*,
      least(room, off_own_share + CASE WHEN whole = 0 THEN 0
        ELSE round(least(rest, whole) * upto / whole)
          - round(least(rest, whole) * (upto - net + off_own_share) / whole) END) AS fits
    FROM (
      SELECT owned.*,
        sum(net - off_own_share) OVER of_order AS whole,
        sum(net - off_own_share) OVER so_far AS upto,
        off_all - sum(off_own_share) OVER of_order AS rest
      FROM (
        SELECT charged.*,
          CASE WHEN off_own = 0 or sum(net) OVER of_student = 0 THEN 0
            ELSE round(least(off_own, sum(net) OVER of_student) * sum(net) OVER student_so_far
                / sum(net) OVER of_student)
              - round(least(off_own, sum(net) OVER of_student)
                * (sum(net) OVER student_so_far - net) / sum(net) OVER of_student) END
            AS off_own_share
        FROM (
          SELECT charge.id, charge.order_id, charge.student_id, charge."position",
            reduced.off_all, coalesce(own.off, 0)::numeric AS off_own,
            greatest(0, charge.amount_lak + coalesce(naming.all_lak, 0)) AS room,
            CASE WHEN charge.at <= reduced.at
              THEN greatest(0, charge.amount_lak + coalesce(naming.then_lak, 0))
              ELSE 0 END AS net
          FROM (
            SELECT order_id, min(at) AS at, sum(off) AS off_all
            FROM (
              SELECT order_id, min(at) AS at, greatest(0, -sum(amount_lak)) AS off
              FROM order_lines
              WHERE kind = 'adjustment' and of_line_id is null
                and (amount_lak < 0 or quantity < 0)
              GROUP BY order_id, student_id
            ) of_students
            GROUP BY order_id
          ) reduced
          JOIN order_lines charge ON charge.order_id = reduced.order_id
            and charge.of_line_id is null and charge.kind <> 'rounding'
            and not (charge.kind = 'adjustment'
              and (charge.amount_lak < 0 or charge.quantity < 0))
          LEFT JOIN LATERAL (
            SELECT sum(amount_lak) AS all_lak,
              sum(amount_lak) FILTER (WHERE at <= reduced.at) AS then_lak
            FROM order_lines
            WHERE of_line_id = charge.id and kind <> 'rounding'
          ) naming ON true
          LEFT JOIN LATERAL (
            SELECT greatest(0, -sum(amount_lak)) AS off
            FROM order_lines
            WHERE order_id = charge.order_id and student_id = charge.student_id
              and kind = 'adjustment' and of_line_id is null
              and (amount_lak < 0 or quantity < 0)
          ) own ON true
        ) charged
        WINDOW of_student AS (PARTITION BY order_id, student_id),
          student_so_far AS (PARTITION BY order_id, student_id ORDER BY "position")
      ) owned
      WINDOW of_order AS (PARTITION BY order_id),
        so_far AS (PARTITION BY order_id ORDER BY "position")
    ) planned
  ) fitted
  WINDOW of_order AS (PARTITION BY order_id),
    so_far AS (PARTITION BY order_id ORDER BY "position")
) shared
JOIN LATERAL (
  SELECT * FROM order_lines
  WHERE order_id = shared.order_id and kind = 'adjustment' and of_line_id is null
    and (amount_lak < 0 or quantity < 0)
  ORDER BY "position" LIMIT 1
) first ON true
WHERE shared.taken > 0;
