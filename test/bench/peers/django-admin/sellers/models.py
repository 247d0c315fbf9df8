from django.db import models


class Seller(models.Model):
    display_name = models.CharField("Nazwa", max_length=200)
    email = models.EmailField("E-mail")
    first_name = models.CharField("Imię", max_length=100)
    surname = models.CharField("Nazwisko", max_length=100)
    account_enabled = models.BooleanField("Aktywne")
    mpk = models.CharField("MPK", max_length=64)
