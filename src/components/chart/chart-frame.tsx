import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './chart.module.css';

export const CHART_HEIGHT = 200;
/** Room for the labels around the drawing. */
export const EDGE = { top: 16, bottom: 24, start: 64 } as const;

type ChartFrameProps = {
  /** The title of the chart; a table beside it has the figures. */
  label: string;
  /** Lowest first. */
  marks: readonly number[];
  show: (value: number) => string;
  yOf: (value: number) => number;
  children: (width: number) => ReactNode;
};

/** A chart as wide as the page allows, with its lines and their figures. */
export function ChartFrame({ label, marks, show, yOf, children }: ChartFrameProps) {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = figure.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <figure
      ref={figure}
      role="img"
      aria-label={label}
      dir="ltr"
      className={styles.frame}
      style={{ height: CHART_HEIGHT }}
    >
      {width > 0 && (
        <svg aria-hidden width={width} height={CHART_HEIGHT} fill="currentColor">
          {marks.map((mark) => (
            <g key={mark}>
              <line
                x1={EDGE.start}
                x2={width}
                y1={yOf(mark)}
                y2={yOf(mark)}
                stroke="var(--border-muted)"
              />
              <text x={EDGE.start - 8} y={yOf(mark)} textAnchor="end" dominantBaseline="middle">
                {show(mark)}
              </text>
            </g>
          ))}
          {children(width)}
        </svg>
      )}
    </figure>
  );
}
