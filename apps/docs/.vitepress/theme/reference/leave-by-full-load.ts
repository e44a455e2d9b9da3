import type { Router } from 'vitepress';

/**
 * The reference is another program with styles of its own: it is entered and left by loading the page, so that neither
 * is left behind in the other. Inside it, its own navigation is in charge.
 */
export function leaveByFullLoad(router: Router): void {
  router.onBeforeRouteChange = (to) => {
    const { pathname } = new URL(to, location.href);
    if (pathname === location.pathname || !(isReference(pathname) || isReference(location.pathname)))
      return true;
    location.assign(to);
    return false;
  };
  // Going back and forth inside the reference.
  router.onBeforePageLoad = (to) => {
    const { pathname } = new URL(to, location.href);
    return !(isReference(pathname) && document.querySelector('.scalar-app'));
  };
}

function isReference(pathname: string): boolean {
  return /\/reference\/v\d+$/.test(pathname);
}
