import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

/** Shows the error page in place of whatever failed inside; what is fetched for a layout may fail as a page may. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
