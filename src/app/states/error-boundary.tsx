import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

type Props = { children: ReactNode; fallback?: ReactNode };

/**
 * Shows the error page, or `fallback`, in place of content that failed. The layout's own parts may
 * fail too.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, fallback = <ErrorPage /> } = this.props;
    return this.state.failed ? fallback : children;
  }
}
