import { FileCheck, Package } from 'lucide-react';
import type { Product } from '#contract/stock/products.ts';
import { usePicture } from '#src/lib/browser/pictures.ts';
import styles from './product.module.css';

function Photo({ fileId }: { fileId: string }) {
  const { source } = usePicture(fileId);
  return source === undefined ? (
    <Package aria-hidden size={18} strokeWidth={1.75} />
  ) : (
    <img src={source} alt="" />
  );
}

/** The photo of a product beside its name, or else an icon of its kind. */
export function ProductPhoto({
  product: { photoFileId, trackStock },
}: {
  product: Pick<Product, 'photoFileId' | 'trackStock'>;
}) {
  const Mark = trackStock ? Package : FileCheck;
  return (
    <span className={styles.photo}>
      {photoFileId === null ? (
        <Mark aria-hidden size={18} strokeWidth={1.75} />
      ) : (
        <Photo fileId={photoFileId} />
      )}
    </span>
  );
}
