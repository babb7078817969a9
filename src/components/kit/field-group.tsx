import type { ReactNode } from 'react';
import styles from './field-group.module.css';
import { Unseen } from './unseen.tsx';

type FieldGroupProps = {
  /** Read out with the first field of the group. */
  legend: string;
  /** Below the fields: buttons and switches of the group. */
  foot?: ReactNode;
  children: ReactNode;
};

/** One of several alike groups of fields in a form, in a frame. */
export function FieldGroup({ legend, foot, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend>
        <Unseen>{legend}</Unseen>
      </legend>
      <div className={styles.fields}>{children}</div>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </fieldset>
  );
}
