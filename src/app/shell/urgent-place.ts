/** The place under the header for an urgent announcement, which comes when the page stands. */
export const URGENT_PLACE_ID = 'urgent';
