import { inBrowser, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import DeprecationNote from './components/deprecation-note.vue';
import LandingHero from './components/landing-hero.vue';
import LandingJourney from './components/landing-journey.vue';
import LandingPolicy from './components/landing-policy.vue';
import LandingReasons from './components/landing-reasons.vue';
import ReferencePage from './components/reference-page.vue';
import { findNewPlace } from './reference/follow-old-links.js';
import { reloadBetweenPrograms } from './reference/reload-between-programs.js';
import './styles/brand.css';
import './styles/content.css';
import './styles/reference.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('DeprecationNote', DeprecationNote);
    app.component('LandingHero', LandingHero);
    app.component('LandingJourney', LandingJourney);
    app.component('LandingPolicy', LandingPolicy);
    app.component('LandingReasons', LandingReasons);
    // The name that pages use as their `layout`.
    app.component('reference', ReferencePage);
    if (!inBrowser) return;
    reloadBetweenPrograms(router);
    const place = findNewPlace(location.pathname, location.hash);
    if (place !== undefined) location.replace(place);
  },
} satisfies Theme;
