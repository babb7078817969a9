/** The desk's view of its drawer, as a query on the path of the desk's page. */
export const DRAWER_VIEW = '?view=drawer';
/** The counting step of that view. */
export const COUNT_STEP = `${DRAWER_VIEW}&step=count`;
