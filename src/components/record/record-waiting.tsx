import type { ReactNode } from 'react';
import { RecordHead } from './record-head.tsx';
import { RecordSkeleton } from './record-skeleton.tsx';
import { useKnownRow } from './use-known-row.ts';

type RecordWaitingProps<Row> = {
  list: { name: string };
  id: string;
  /** The name of a row that was tapped. */
  nameOf: (row: Row) => string;
  /** Stands until the name is known. */
  title: string;
  back: string;
  /** What stands below the head; by default the place of a record with tabs. */
  children?: ReactNode;
};

/** A record whose page still loads: the name of the row that was tapped, and the page's shape. */
export function RecordWaiting<Row extends { _id: string }>({
  list,
  id,
  nameOf,
  title,
  back,
  children = <RecordSkeleton />,
}: RecordWaitingProps<Row>) {
  const known = useKnownRow<Row>(list, id);
  return (
    <>
      <RecordHead
        title={known ? nameOf(known) : title}
        back={back}
        // No initials of a name that is not known yet.
        face={{ fileId: null, name: known ? nameOf(known) : '' }}
      />
      {children}
    </>
  );
}
