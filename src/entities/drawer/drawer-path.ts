/** The view of the desk that shows its drawer, on the path of whichever page the desk is. */
export const DRAWER_VIEW = '?view=drawer';
/** The step in which it is counted. */
export const COUNT_STEP = `${DRAWER_VIEW}&step=count`;
