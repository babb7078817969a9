import { encodeQR } from 'qr';
import { useMemo } from 'react';

type QrCodeProps = {
  text: string;
  /** What it is, for those who cannot see it. */
  label: string;
  /** White modules around it; four are the standard, two do where the paper is white anyway. */
  quiet?: 2 | 4;
  className?: string | undefined;
};

/** The dark modules of a line as runs of an SVG path. */
function runsOf(line: readonly boolean[], y: number): string {
  const text = line.map((dark) => (dark ? '#' : '.')).join('');
  return [...text.matchAll(/#+/g)]
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}

/** A QR code, black on white in both themes; its size is the caller's. */
export function QrCode({ text, label, quiet = 4, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const modules = encodeQR(text, 'raw', { border: quiet, ecc: 'medium' });
    return { size: modules.length, path: modules.map(runsOf).join('') };
  }, [text, quiet]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
