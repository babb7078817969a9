-- A move is taken back as long as nothing uses it. The opening stock that it wrote goes with its
-- product while no other movement follows it; every other movement stays.
DROP TRIGGER append_only ON stock_movements;
CREATE TRIGGER append_only BEFORE UPDATE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_delete BEFORE DELETE ON stock_movements
  FOR EACH ROW WHEN (
    OLD.type <> 'opening' OR OLD.seq <> 1
    OR current_setting('branchdesk.undoing_move', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_change();
