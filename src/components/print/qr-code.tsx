import { encodeQR } from 'qr';
import { useMemo } from 'react';

type QrCodeProps = {
  text: string;
  /** Names the code for screen readers. */
  label: string;
  /** The white modules around it: the standard asks for four; two are enough on white paper. */
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

/** A QR code, black on white in both themes; the caller sets its size. */
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
