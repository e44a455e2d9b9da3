import { inBrowser, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import DeprecationNote from './components/deprecation-note.vue';
import LandingHero from './components/landing-hero.vue';
import LandingJourney from './components/landing-journey.vue';
import LandingPolicy from './components/landing-policy.vue';
import LandingReasons from './components/landing-reasons.vue';
import ReferencePage from './components/reference-page.vue';
import { leaveByFullLoad } from './reference/leave-by-full-load.js';
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
    // The name that pages give as their `layout`.
    app.component('reference', ReferencePage);
    if (inBrowser) leaveByFullLoad(router);
  },
} satisfies Theme;
