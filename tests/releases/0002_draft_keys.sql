UPDATE users SET draft_key = 'c2VhbGVk' WHERE email = 'owner@old.test';
