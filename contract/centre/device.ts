/**
 * The header with the random id of a device, which the client keeps through sign-outs. The id is
 * never part of a URL.
 */
export const DEVICE_HEADER = 'x-device-id';
