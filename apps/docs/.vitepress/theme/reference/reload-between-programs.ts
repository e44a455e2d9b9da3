import type { Router } from 'vitepress';

/**
 * The page that sends requests is a separate program with its own styles. Entering and leaving it reloads the page, so that neither
 * affects the other. Inside it, its own navigation is used.
 */
export function reloadBetweenPrograms(router: Router): void {
  router.onBeforeRouteChange = (to) => {
    const { pathname } = new URL(to, location.href);
    if (pathname === location.pathname || !(isReference(pathname) || isReference(location.pathname)))
      return true;
    location.assign(to);
    return false;
  };
  // That program itself handles going back and forth inside it.
  router.onBeforePageLoad = (to) => {
    const { pathname } = new URL(to, location.href);
    return !(isReference(pathname) && document.querySelector('.scalar-app'));
  };
}

function isReference(pathname: string): boolean {
  return /\/reference\/try\/v\d+$/.test(pathname);
}
