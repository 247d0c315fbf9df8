"""Makes the database, and prints the key of a signed-in person's session."""
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from sellers.models import Seller

call_command("migrate", run_syncdb=True, verbosity=0)
Seller.objects.bulk_create(
    Seller(
        display_name=f"Sklep {i} Łódź",
        email=f"sklep{i}@example.pl",
        first_name="Łukasz",
        surname="Święty",
        account_enabled=i % 3 > 0,
        mpk=f"MPK{1000 + i}",
    )
    for i in range(200)
)
user = User.objects.create_superuser("bench", "bench@example.pl", "bench")
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print(session.session_key)
