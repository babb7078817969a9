import { BooksBack } from './books-back.tsx';
import { ListsEndedLine } from './lists-ended-line.tsx';

/** The lines about what this device kept, each while it has something to say. */
export function DeviceLines() {
  return (
    <>
      <BooksBack />
      <ListsEndedLine />
    </>
  );
}
