import { ApiError } from './api-error.ts';

/**
 * Thrown by a write that meets orders whose hold has ended and is not written yet: the route lapses
 * them and tries once more.
 */
export class HoldEnded extends ApiError {
  readonly orderIds: readonly string[];

  constructor(orderIds: readonly string[]) {
    super('holdEnded');
    this.orderIds = orderIds;
  }
}
