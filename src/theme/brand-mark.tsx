const DIAMOND =
  'M4 0h1v1h-1zM3 1h3v1h-3zM2 2h2v1h-2zM5 2h2v1h-2zM1 3h2v1h-2zM6 3h2v1h-2zM0 4h2v1h-2zM7 4h2v1h-2zM1 5h2v1h-2zM6 5h2v1h-2zM2 6h2v1h-2zM5 6h2v1h-2zM3 7h3v1h-3zM4 8h1v1h-1z';
const SEED = 'M4 3h1v1h1v1h-1v1h-1v-1h-1v-1h1z';

/** The woven diamond of BranchDesk, 22 px; always beside the name. */
export function BrandMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 9 9" aria-hidden="true" shapeRendering="crispEdges">
      <path fill="var(--indigo-solid)" d={DIAMOND} />
      <path fill="var(--accent)" d={SEED} />
    </svg>
  );
}
