import { describe, expect, it } from '@jest/globals';
import { withLocalDefaults } from '../src/start/local-defaults.js';

describe('the defaults of a local start', () => {
  it('counts requests in memory, being the only process beside its own database', () => {
    expect(withLocalDefaults({}).RATE_LIMIT_STORE).toBe('memory');
  });

  it('counts in PostgreSQL on a database that others may use too', () => {
    const environment = { DATABASE_URL: 'postgres://u:p@db/parley' };
    expect(withLocalDefaults(environment).RATE_LIMIT_STORE).toBe('postgres');
  });

  it('lets webhooks reach this machine beside its own database only', () => {
    expect(withLocalDefaults({}).WEBHOOK_ALLOWED_CIDRS).toBe('127.0.0.0/8,::1/128');
    const environment = { DATABASE_URL: 'postgres://u:p@db/parley' };
    expect(withLocalDefaults(environment).WEBHOOK_ALLOWED_CIDRS).toBeUndefined();
  });

  it('lets pages of this machine call the API beside its own database only', () => {
    expect(withLocalDefaults({}).CORS_ORIGINS).toBe('loopback');
    const environment = { DATABASE_URL: 'postgres://u:p@db/parley' };
    expect(withLocalDefaults(environment).CORS_ORIGINS).toBeUndefined();
  });

  it('leaves what is set as it is', () => {
    const environment = {
      CORS_ORIGINS: 'https://app.example.com',
      LOG_LEVEL: 'debug',
      RATE_LIMIT_STORE: 'postgres',
      WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8',
    };
    expect(withLocalDefaults(environment)).toEqual(environment);
  });
});
